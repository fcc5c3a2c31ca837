// Steps through paths. What is shown stands in the page already: this marks it, and leaves out what is later than the step.
"use strict";
const traces = [...document.querySelectorAll(".trace")].map((trace) => {
  const steps = [...trace.querySelectorAll("li[id]")];
  const rowOf = (step) => document.getElementById(step.dataset.row);
  const rows = new Set(steps.map(rowOf).filter(Boolean));
  const player = trace.querySelector(".player");
  const [slider, told] = [player.querySelector("input"), player.querySelector("output")];
  const last = steps.length - 1;
  let now = last;

  // Scrolls a list, and not the page.
  const reveal = (element) => {
    const box = element.closest(".views > div");
    for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    const top = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 40 || top + element.offsetHeight > box.clientHeight - 40) box.scrollTop += top - box.clientHeight / 2;
  };

  // Scrolls a drawing to one of its blocks, and not the page.
  const showBlock = (block) => {
    const box = block.closest(".flow");
    const [seen, whole] = [block.getBoundingClientRect(), box.getBoundingClientRect()];
    if (seen.top < whole.top || seen.bottom > whole.bottom) box.scrollTop += seen.top - whole.top - box.clientHeight / 2;
    if (seen.left < whole.left || seen.right > whole.right) box.scrollLeft += seen.left - whole.left - 16;
  };

  const show = (index) => {
    now = Math.max(0, Math.min(last, index));
    for (const row of rows) {
      row.classList.remove("now", "passed");
      row.querySelectorAll(".values, .violation").forEach((said) => said.replaceChildren());
    }
    steps.forEach((step, number) => {
      step.classList.toggle("now", number === now);
      step.ariaCurrent = number === now ? "step" : null;
      // To leave a long list takes one key.
      step.querySelector("a").tabIndex = number === now ? 0 : -1;
      const row = rowOf(step);
      if (number > now || !row) return;
      row.classList.add("passed");
      for (const kind of [".values", ".violation"]) {
        const said = step.querySelector(kind);
        const beside = row.querySelector(kind);
        if (said && beside && said.hasChildNodes()) {
          beside.replaceChildren(...[...said.childNodes].map((node) => node.cloneNode(true)));
        }
      }
    });
    const step = steps[now];
    const row = rowOf(step);
    if (row) {
      row.classList.add("now");
      reveal(row);
    }
    reveal(step);
    for (const block of trace.querySelectorAll(".flow g.now")) block.classList.remove("now");
    const block = row && trace.querySelector(`.flow g[data-rows~="${row.id}"]`);
    if (block) {
      block.classList.add("now");
      showBlock(block);
    }
    slider.value = now + 1;
    const [, ...words] = [...step.children].map((part) => part.innerText.replace(/\s+/g, " ").trim());
    told.textContent = `${number(step)} of ${number(steps[last])}: ${words.join(" ")}`;
    // A button that is disabled would lose the focus.
    player.querySelectorAll("button").forEach((button) => {
      button.ariaDisabled = String(target(button.dataset.go) === now);
    });
  };
  // Of long paths the middle is left out: a step has the number that stands beside it.
  const number = (step) => step.querySelector("a").textContent;
  const target = (go) =>
    ({ first: 0, back: Math.max(0, now - 1), forward: Math.min(last, now + 1), last })[go];
  const go = (where) => show(target(where));

  player.hidden = false;
  player.addEventListener("click", (event) => event.target.dataset.go && go(event.target.dataset.go));
  slider.addEventListener("input", () => show(slider.value - 1));
  const numbered = (hash) => steps.findIndex((step) => `#${step.id}` === hash);
  trace.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const index = link ? numbered(link.hash) : -1;
    if (index < 0) return;
    event.preventDefault();
    show(index);
  });
  const asked = numbered(location.hash);
  show(asked < 0 ? last : asked);
  // The browser goes to the step in the list; the source is to be seen as well.
  if (asked >= 0) requestAnimationFrame(() => trace.scrollIntoView());
  return { trace, go };
});

// The keys are those of the path that is looked at: the one with the focus, else the first that reaches into the window.
document.addEventListener("keydown", (event) => {
  const where = { ArrowLeft: ["back", "first"], ArrowRight: ["forward", "last"] }[event.key];
  if (!where || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input")) return;
  const isSeen = ({ trace }) => trace.getBoundingClientRect().bottom > 0;
  const player = traces.find(({ trace }) => trace.contains(event.target)) || traces.find(isSeen);
  if (!player) return;
  event.preventDefault();
  player.go(where[Number(event.shiftKey)]);
});
