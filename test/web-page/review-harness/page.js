// The review screen alone in a document, driven by a test: `show` gives it a question, `answers` holds what it sent.

import { h, render } from "preact";
import { ReviewScreen } from "../../../src/web/page/review/index.ts";
import { Keys } from "../../../src/web/page/keys.ts";
import { listenToKeys } from "../../../src/web/page/use-keys.ts";

const keys = new Keys();
listenToKeys(keys);

let props = {};

const harness = {
  answers: [],
  closed: 0,
  /** What `answer` replies: a function of the decision, which may throw. */
  reply: (decision) => ({ kind: "won", decision }),
  show(more) {
    props = { ...props, ...more };
    const answer = async (decision) => {
      harness.answers.push(decision);
      return harness.reply(decision);
    };
    const onClose = () => (harness.closed += 1);
    const defaults = { here: null, outcome: null, connection: "online", position: null };
    render(h(ReviewScreen, { ...defaults, ...props, answer, onClose, keys }), document.querySelector("#app"));
  },
};
const frame = () => new Promise((done) => requestAnimationFrame(done));

/** What a test does in the document itself. */
Object.assign(harness, {
  /** Selects from the first element to the last, and copies. */
  copy(selector) {
    const found = document.querySelectorAll(selector);
    const [first, last] = [found[0], found[found.length - 1]];
    getSelection().setBaseAndExtent(first, 0, last, last.childNodes.length);
    const data = new DataTransfer();
    first.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData("text/plain");
  },
  sent: () => harness.answers,
  press: (key) => void document.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...key })),
  /** Answers as soon as there is something to press, in every way; how many answers were sent. */
  async answerAtOnce(question) {
    harness.show({ question });
    let apply = null;
    while (apply === null) {
      await frame();
      apply = document.querySelector('[data-testid="apply"]');
    }
    const from = performance.now();
    while (performance.now() - from < 200) {
      apply.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      apply.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      apply.click();
      harness.press({ key: "Enter" });
      await frame();
    }
    return performance.now() - from < 280 ? harness.answers.length : 0;
  },
  scrollToEnd() {
    const list = document.querySelector(".scroller");
    list.scrollTop = list.scrollHeight;
  },
  longest: (selector) => Math.max(...[...document.querySelectorAll(selector)].map((one) => one.textContent.length)),
  /** Milliseconds from showing a question until it can be answered. */
  async opens(question) {
    const from = performance.now();
    harness.show({ question });
    for (;;) {
      await frame();
      const apply = document.querySelector('[data-testid="apply"]');
      if (apply?.getAttribute("aria-disabled") === "false" && document.querySelector(".ln") !== null) break;
    }
    return performance.now() - from;
  },
  /** How long each frame takes while the list is scrolled, sorted. */
  async frames({ by, times }) {
    const list = document.querySelector(".scroller");
    const frames = [];
    let last = performance.now();
    for (let step = 0; step < times; step += 1) {
      list.scrollTop += by;
      await frame();
      const now = performance.now();
      frames.push(now - last);
      last = now;
    }
    return frames.sort((a, b) => a - b);
  },
});
globalThis.harness = harness;
