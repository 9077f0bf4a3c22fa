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
    const defaults = { outcome: null, connection: "online", position: null };
    render(h(ReviewScreen, { ...defaults, ...props, answer, onClose, keys }), document.querySelector("#app"));
  },
};
globalThis.harness = harness;
