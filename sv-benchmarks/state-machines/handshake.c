// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A server's side of a handshake with 30 states and free messages: data flows only after everything
// was agreed. The invariant says, for each state, which flags are set.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

/* States of the handshake, in the order of a full one. */
enum state {
  IDLE,
  HELLO_WAIT,
  HELLO_CHECK,
  HELLO_REPLY,
  CERT_SEND,
  CERT_ACK,
  KEY_SEND,
  KEY_WAIT,
  KEY_CHECK,
  REQUEST_SEND,
  REQUEST_WAIT,
  CLIENT_CERT,
  CLIENT_VERIFY,
  CIPHER_WAIT,
  FINISH_WAIT,
  FINISH_CHECK,
  CIPHER_SEND,
  FINISH_SEND,
  FLUSH,
  TICKET_SEND,
  TICKET_WAIT,
  CONNECTED,
  PING_SEND,
  PING_WAIT,
  PING_CHECK,
  PAUSED,
  RENEGOTIATE,
  ALERT,
  CLOSING,
  CLOSED,
};

/* What the other side may send. */
enum message {
  NONE,
  HELLO,
  HELLO_RESUME,
  CERTIFICATE,
  NO_CERTIFICATE,
  KEY_EXCHANGE,
  VERIFY,
  CHANGE_CIPHER,
  FINISHED,
  DATA,
  CLOSE,
  TICKET,
  PONG,
  RESUME,
  GARBAGE
};

static enum message receive(void) {
  unsigned char raw = __VERIFIER_nondet_uchar();
  switch (raw) {
  case 16:
    return HELLO;
  case 17:
    return HELLO_RESUME;
  case 18:
    return CERTIFICATE;
  case 19:
    return NO_CERTIFICATE;
  case 20:
    return KEY_EXCHANGE;
  case 21:
    return VERIFY;
  case 22:
    return CHANGE_CIPHER;
  case 23:
    return FINISHED;
  case 24:
    return DATA;
  case 25:
    return CLOSE;
  case 26:
    return TICKET;
  case 27:
    return PONG;
  case 28:
    return RESUME;
  case 0:
    return NONE;
  default:
    return GARBAGE;
  }
}

int main(void) {
  enum state state = IDLE;
  enum message message = NONE;
  _Bool resumed = 0;          /* an earlier session is taken up again */
  _Bool wants_certificate = 0; /* the client is asked for its certificate */
  _Bool has_certificate = 0;  /* it has sent one */
  _Bool verified = 0;         /* and proved that it is its own */
  _Bool has_key = 0;          /* the key exchange is done */
  _Bool peer_cipher = 0;      /* the client has changed its cipher */
  _Bool own_cipher = 0;       /* so have we */
  _Bool peer_finished = 0;    /* the client's finished message was right */
  unsigned char retries = 0;  /* of the message that is waited for */
  unsigned char rounds = 0;   /* handshakes on this connection */
  _Bool has_ticket = 0;       /* the client can take this session up again */
  unsigned char pings = 0;    /* sent since the last wrap */
  unsigned char flushed = 0;  /* parts of the last flight that are out */

  while (1) {
    message = NONE;
    switch (state) {
    case IDLE:
      /* A connection begins without anything agreed. */
      resumed = 0;
      wants_certificate = 0;
      has_certificate = 0;
      verified = 0;
      has_key = 0;
      peer_cipher = 0;
      own_cipher = 0;
      peer_finished = 0;
      has_ticket = 0;
      pings = 0;
      retries = 0;
      flushed = 0;
      state = HELLO_WAIT;
      break;

    case HELLO_WAIT:
      message = receive();
      if (message == HELLO) {
        resumed = 0;
        retries = 0;
        state = HELLO_CHECK;
      } else if (message == HELLO_RESUME) {
        /* A session can only be taken up again after a full handshake. */
        resumed = rounds > 0 && has_ticket;
        retries = 0;
        state = HELLO_CHECK;
      } else if (message == NONE) {
        /* Nothing yet: wait again, but not for ever. */
        retries++;
        if (retries > 3) {
          state = ALERT;
        }
      } else if (message == CLOSE) {
        state = CLOSING;
      } else {
        state = ALERT;
      }
      break;

    case HELLO_CHECK:
      /* Any version or cipher suite may be unacceptable. */
      if (__VERIFIER_nondet_bool()) {
        state = HELLO_REPLY;
      } else {
        state = ALERT;
      }
      break;

    case HELLO_REPLY:
      if (resumed) {
        /* The key is that of the earlier session. */
        has_key = 1;
        state = CIPHER_SEND;
      } else {
        state = CERT_SEND;
      }
      break;

    case CERT_SEND:
      wants_certificate = __VERIFIER_nondet_bool();
      state = CERT_ACK;
      break;

    case CERT_ACK:
      /* The certificate is sent in up to three parts. */
      flushed++;
      if (flushed >= 3 || __VERIFIER_nondet_bool()) {
        flushed = 0;
        state = KEY_SEND;
      }
      break;

    case KEY_SEND:
      if (wants_certificate) {
        state = REQUEST_SEND;
      } else {
        state = KEY_WAIT;
      }
      break;

    case REQUEST_SEND:
      retries = 0;
      state = REQUEST_WAIT;
      break;

    case REQUEST_WAIT:
      message = receive();
      if (message == CERTIFICATE) {
        has_certificate = 1;
        retries = 0;
        state = CLIENT_CERT;
      } else if (message == NO_CERTIFICATE) {
        has_certificate = 0;
        retries = 0;
        /* A client without one is served, but never counts as verified. */
        state = KEY_WAIT;
      } else if (message == NONE) {
        /* Nothing yet: wait again, but not for ever. */
        retries++;
        if (retries > 3) {
          state = ALERT;
        }
      } else if (message == CLOSE) {
        state = CLOSING;
      } else {
        state = ALERT;
      }
      break;

    case CLIENT_CERT:
      /* The chain of the certificate is checked. */
      if (__VERIFIER_nondet_bool()) {
        state = KEY_WAIT;
      } else {
        has_certificate = 0;
        state = ALERT;
      }
      break;

    case KEY_WAIT:
      message = receive();
      if (message == KEY_EXCHANGE) {
        retries = 0;
        state = KEY_CHECK;
      } else if (message == NONE) {
        /* Nothing yet: wait again, but not for ever. */
        retries++;
        if (retries > 3) {
          state = ALERT;
        }
      } else if (message == CLOSE) {
        state = CLOSING;
      } else {
        state = ALERT;
      }
      break;

    case KEY_CHECK:
      if (__VERIFIER_nondet_bool()) {
        has_key = 1;
        if (has_certificate) {
          state = CLIENT_VERIFY;
        } else {
          state = CIPHER_WAIT;
        }
      } else {
        has_key = 0;
        state = ALERT;
      }
      break;

    case CLIENT_VERIFY:
      message = receive();
      if (message == VERIFY) {
        retries = 0;
        if (__VERIFIER_nondet_bool()) {
          verified = 1;
          state = CIPHER_WAIT;
        } else {
          state = ALERT;
        }
      } else if (message == NONE) {
        /* Nothing yet: wait again, but not for ever. */
        retries++;
        if (retries > 3) {
          state = ALERT;
        }
      } else if (message == CLOSE) {
        state = CLOSING;
      } else {
        state = ALERT;
      }
      break;

    case CIPHER_WAIT:
      message = receive();
      if (message == CHANGE_CIPHER) {
        retries = 0;
        peer_cipher = 1;
        state = FINISH_WAIT;
      } else if (message == NONE) {
        /* Nothing yet: wait again, but not for ever. */
        retries++;
        if (retries > 3) {
          state = ALERT;
        }
      } else if (message == CLOSE) {
        state = CLOSING;
      } else {
        state = ALERT;
      }
      break;

    case FINISH_WAIT:
      message = receive();
      if (message == FINISHED) {
        retries = 0;
        state = FINISH_CHECK;
      } else if (message == NONE) {
        /* Nothing yet: wait again, but not for ever. */
        retries++;
        if (retries > 3) {
          state = ALERT;
        }
      } else if (message == CLOSE) {
        state = CLOSING;
      } else {
        state = ALERT;
      }
      break;

    case FINISH_CHECK:
      if (__VERIFIER_nondet_bool()) {
        peer_finished = 1;
        if (own_cipher) {
          /* Taken up again: ours went first. */
          state = CONNECTED;
        } else {
          state = CIPHER_SEND;
        }
      } else {
        state = ALERT;
      }
      break;

    case CIPHER_SEND:
      own_cipher = 1;
      state = FINISH_SEND;
      break;

    case FINISH_SEND:
      flushed = 0;
      state = FLUSH;
      break;

    case FLUSH:
      flushed++;
      if (flushed >= 2) {
        flushed = 0;
        if (peer_finished) {
          state = TICKET_SEND;
        } else {
          state = CIPHER_WAIT;
        }
      }
      break;

    case TICKET_SEND:
      /* A ticket lets the client take the session up again; it may be left out. */
      if (__VERIFIER_nondet_bool()) {
        retries = 0;
        has_ticket = 1;
        state = TICKET_WAIT;
      } else {
        has_ticket = 0;
        state = CONNECTED;
      }
      break;

    case TICKET_WAIT:
      message = receive();
      if (message == TICKET) {
        retries = 0;
        state = CONNECTED;
      } else if (message == NONE) {
        /* Nothing yet: wait again, but not for ever. */
        retries++;
        if (retries > 3) {
          state = ALERT;
        }
      } else if (message == CLOSE) {
        state = CLOSING;
      } else {
        state = ALERT;
      }
      break;

    case PING_SEND:
      /* Is the other side still there? */
      retries = 0;
      pings++;
      if (pings > 7) {
        pings = 0;
      }
      state = PING_WAIT;
      break;

    case PING_WAIT:
      message = receive();
      if (message == PONG) {
        retries = 0;
        state = PING_CHECK;
      } else if (message == DATA) {
        /* Data are an answer too. */
        retries = 0;
        state = CONNECTED;
      } else if (message == NONE) {
        /* Nothing yet: wait again, but not for ever. */
        retries++;
        if (retries > 3) {
          state = ALERT;
        }
      } else if (message == CLOSE) {
        state = CLOSING;
      } else {
        state = ALERT;
      }
      break;

    case PING_CHECK:
      /* A pong must answer the last ping. */
      if (pings > 7) {
        reach_error();
      }
      if (__VERIFIER_nondet_bool()) {
        state = CONNECTED;
      } else {
        state = ALERT;
      }
      break;

    case PAUSED:
      message = receive();
      if (message == RESUME) {
        retries = 0;
        /* Only an agreed session can have been paused. */
        __VERIFIER_assert(has_key);
        __VERIFIER_assert(peer_finished);
        state = CONNECTED;
      } else if (message == DATA) {
        /* Data end a pause too. */
        __VERIFIER_assert(own_cipher);
        retries = 0;
        state = CONNECTED;
      } else if (message == NONE) {
        /* Nothing yet: wait again, but not for ever. */
        retries++;
        if (retries > 3) {
          state = ALERT;
        }
      } else if (message == CLOSE) {
        state = CLOSING;
      } else {
        state = ALERT;
      }
      break;

    case CONNECTED:
      /* Data may only flow on an agreed key, after both sides have changed their cipher and the client has finished. */
      __VERIFIER_assert(has_key);
      __VERIFIER_assert(own_cipher);
      __VERIFIER_assert(peer_cipher);
      __VERIFIER_assert(peer_finished);
      __VERIFIER_assert(!verified || has_certificate);
      message = receive();
      if (message == HELLO || message == HELLO_RESUME) {
        state = RENEGOTIATE;
      } else if (message == CLOSE) {
        state = CLOSING;
      } else if (message == NONE) {
        /* It is quiet: look whether the other side is still there, or wait without looking. */
        if (__VERIFIER_nondet_bool()) {
          state = PING_SEND;
        } else if (__VERIFIER_nondet_bool()) {
          retries = 0;
          state = PAUSED;
        }
      } else if (message != DATA) {
        state = ALERT;
      }
      break;

    case RENEGOTIATE:
      /* A new handshake on the same connection: nothing that was agreed counts. */
      if (rounds < 3) {
        rounds++;
      }
      resumed = 0;
      has_certificate = 0;
      verified = 0;
      has_key = 0;
      peer_cipher = 0;
      own_cipher = 0;
      peer_finished = 0;
      retries = 0;
      flushed = 0;
      state = HELLO_WAIT;
      break;

    case ALERT:
      /* Whatever was agreed is void. */
      has_key = 0;
      own_cipher = 0;
      peer_cipher = 0;
      peer_finished = 0;
      state = CLOSING;
      break;

    case CLOSING:
      /* The other side may still be talking: it is listened to, up to a limit. */
      message = receive();
      retries++;
      if (message == CLOSE || retries > 5) {
        state = CLOSED;
      }
      break;

    case CLOSED:
      __VERIFIER_assert(retries > 0);
      if (__VERIFIER_nondet_bool()) {
        return 0;
      }
      rounds = 0;
      state = IDLE;
      break;

    default:
      /* There is no other state. */
      reach_error();
    }
  }
}
