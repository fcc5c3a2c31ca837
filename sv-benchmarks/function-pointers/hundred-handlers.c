// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A table of a hundred functions.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

static int handle_0(int x) { return x + 0; }
static int handle_1(int x) { return x + 1; }
static int handle_2(int x) { return x + 2; }
static int handle_3(int x) { return x + 3; }
static int handle_4(int x) { return x + 4; }
static int handle_5(int x) { return x + 5; }
static int handle_6(int x) { return x + 6; }
static int handle_7(int x) { return x + 7; }
static int handle_8(int x) { return x + 8; }
static int handle_9(int x) { return x + 9; }
static int handle_10(int x) { return x + 10; }
static int handle_11(int x) { return x + 11; }
static int handle_12(int x) { return x + 12; }
static int handle_13(int x) { return x + 13; }
static int handle_14(int x) { return x + 14; }
static int handle_15(int x) { return x + 15; }
static int handle_16(int x) { return x + 16; }
static int handle_17(int x) { return x + 17; }
static int handle_18(int x) { return x + 18; }
static int handle_19(int x) { return x + 19; }
static int handle_20(int x) { return x + 20; }
static int handle_21(int x) { return x + 21; }
static int handle_22(int x) { return x + 22; }
static int handle_23(int x) { return x + 23; }
static int handle_24(int x) { return x + 24; }
static int handle_25(int x) { return x + 25; }
static int handle_26(int x) { return x + 26; }
static int handle_27(int x) { return x + 27; }
static int handle_28(int x) { return x + 28; }
static int handle_29(int x) { return x + 29; }
static int handle_30(int x) { return x + 30; }
static int handle_31(int x) { return x + 31; }
static int handle_32(int x) { return x + 32; }
static int handle_33(int x) { return x + 33; }
static int handle_34(int x) { return x + 34; }
static int handle_35(int x) { return x + 35; }
static int handle_36(int x) { return x + 36; }
static int handle_37(int x) { return x + 37; }
static int handle_38(int x) { return x + 38; }
static int handle_39(int x) { return x + 39; }
static int handle_40(int x) { return x + 40; }
static int handle_41(int x) { return x + 41; }
static int handle_42(int x) { return x + 42; }
static int handle_43(int x) { return x + 43; }
static int handle_44(int x) { return x + 44; }
static int handle_45(int x) { return x + 45; }
static int handle_46(int x) { return x + 46; }
static int handle_47(int x) { return x + 47; }
static int handle_48(int x) { return x + 48; }
static int handle_49(int x) { return x + 49; }
static int handle_50(int x) { return x + 50; }
static int handle_51(int x) { return x + 51; }
static int handle_52(int x) { return x + 52; }
static int handle_53(int x) { return x + 53; }
static int handle_54(int x) { return x + 54; }
static int handle_55(int x) { return x + 55; }
static int handle_56(int x) { return x + 56; }
static int handle_57(int x) { return x + 57; }
static int handle_58(int x) { return x + 58; }
static int handle_59(int x) { return x + 59; }
static int handle_60(int x) { return x + 60; }
static int handle_61(int x) { return x + 61; }
static int handle_62(int x) { return x + 62; }
static int handle_63(int x) { return x + 63; }
static int handle_64(int x) { return x + 64; }
static int handle_65(int x) { return x + 65; }
static int handle_66(int x) { return x + 66; }
static int handle_67(int x) { return x + 67; }
static int handle_68(int x) { return x + 68; }
static int handle_69(int x) { return x + 69; }
static int handle_70(int x) { return x + 70; }
static int handle_71(int x) { return x + 71; }
static int handle_72(int x) { return x + 72; }
static int handle_73(int x) { return x + 73; }
static int handle_74(int x) { return x + 74; }
static int handle_75(int x) { return x + 75; }
static int handle_76(int x) { return x + 76; }
static int handle_77(int x) { return x + 77; }
static int handle_78(int x) { return x + 78; }
static int handle_79(int x) { return x + 79; }
static int handle_80(int x) { return x + 80; }
static int handle_81(int x) { return x + 81; }
static int handle_82(int x) { return x + 82; }
static int handle_83(int x) { return x + 83; }
static int handle_84(int x) { return x + 84; }
static int handle_85(int x) { return x + 85; }
static int handle_86(int x) { return x + 86; }
static int handle_87(int x) { return x + 87; }
static int handle_88(int x) { return x + 88; }
static int handle_89(int x) { return x + 89; }
static int handle_90(int x) { return x + 90; }
static int handle_91(int x) { return x + 91; }
static int handle_92(int x) { return x + 92; }
static int handle_93(int x) { return x + 93; }
static int handle_94(int x) { return x + 94; }
static int handle_95(int x) { return x + 95; }
static int handle_96(int x) { return x + 96; }
static int handle_97(int x) { return x + 97; }
static int handle_98(int x) { return x + 98; }
static int handle_99(int x) { return x + 99; }

static int (*const handlers[])(int) = {
    handle_0, handle_1, handle_2, handle_3, handle_4, handle_5, handle_6, handle_7,
    handle_8, handle_9, handle_10, handle_11, handle_12, handle_13, handle_14, handle_15,
    handle_16, handle_17, handle_18, handle_19, handle_20, handle_21, handle_22, handle_23,
    handle_24, handle_25, handle_26, handle_27, handle_28, handle_29, handle_30, handle_31,
    handle_32, handle_33, handle_34, handle_35, handle_36, handle_37, handle_38, handle_39,
    handle_40, handle_41, handle_42, handle_43, handle_44, handle_45, handle_46, handle_47,
    handle_48, handle_49, handle_50, handle_51, handle_52, handle_53, handle_54, handle_55,
    handle_56, handle_57, handle_58, handle_59, handle_60, handle_61, handle_62, handle_63,
    handle_64, handle_65, handle_66, handle_67, handle_68, handle_69, handle_70, handle_71,
    handle_72, handle_73, handle_74, handle_75, handle_76, handle_77, handle_78, handle_79,
    handle_80, handle_81, handle_82, handle_83, handle_84, handle_85, handle_86, handle_87,
    handle_88, handle_89, handle_90, handle_91, handle_92, handle_93, handle_94, handle_95,
    handle_96, handle_97, handle_98, handle_99,
};

int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which < 0 || which >= 100) {
    return 0;
  }
  if (handlers[which](1) > 100) {
    reach_error();
  }
  return 0;
}
