// A turn as events for the page: those of `galley run --json`, except that the text of an answer is split where its
// edit blocks are. Words come as text-delta and text-commit, blocks as block-start, block-text and block-end, in the
// order of the answer and each part once. Words are committed before anything else comes.

import { eventDisplay, TextAroundBlocks, type Display, type RunEvent } from "../../agent/index.ts";

export function turnDisplay(emit: (event: RunEvent) => void): Required<Display> {
  const display = eventDisplay((event) => {
    if (event.type !== "text-delta" && event.type !== "text-commit" && event.type !== "retry") commit();
    emit(event);
  });
  let around = new TextAroundBlocks();
  /** All that came of this answer, blocks included. */
  let whole = "";
  /** The words since the last commit. */
  let words = "";
  let hasBlocks = false;
  const say = (text: string): void => {
    if (text === "") return;
    words += text;
    display.onTextDelta(text);
  };
  const commit = (): void => {
    const text = words;
    words = "";
    if (text !== "") display.onTextCommit(text);
  };
  const begin = (): void => {
    around = new TextAroundBlocks();
    [whole, words, hasBlocks] = ["", "", false];
  };
  return {
    ...display,
    onTextDelta: (delta, options) => {
      whole += delta;
      hasBlocks ||= options?.inBlocks === true;
      if (options?.inBlocks !== true) say(delta);
    },
    onBlock: (event) => {
      hasBlocks = true;
      if (event.kind === "text") return say(around.push(event.text));
      if (event.kind === "block-start") say(around.start(event.path));
      display.onBlock(event);
    },
    onTextCommit: (text) => {
      say(around.end());
      // What was held back until now.
      if (text.startsWith(whole)) say(text.slice(whole.length));
      else if (!hasBlocks) words = text;
      commit();
      begin();
    },
    onRetry: (retry) => {
      begin();
      display.onRetry(retry);
    },
  };
}
