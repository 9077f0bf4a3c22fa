export { openChatLines, streamLines, terminalLines } from "./chat/lines.ts";
export { openChatScreen } from "./chat/screen.ts";
export { marksPastes } from "./chat/prompt/origin.ts";
export { resizingOf } from "./chat/resizing.ts";
export { mentionsIn, wordsIn, writeMention } from "./chat/mentions.ts";
export type { MenuEntry } from "./chat/menu/menu.ts";
export type {
  ChatOptions,
  ChatScreen,
  Completion,
  FileDiff,
  FooterPart,
  Item,
  MenuSource,
  SentMention,
  TypedText,
} from "./chat/types.ts";
export { openTerminal } from "./console.ts";
export type { Terminal } from "./console.ts";
export { chooseEditor, editContent, keepText } from "./editor/index.ts";
export type { EditOutcome } from "./editor/index.ts";
export { frame, innerWidth } from "./frame.ts";
export { LINE_KEYS } from "./lines/keys.ts";
export { createLineReviewer } from "./lines/reviewer.ts";
export { createPaint, wantsColour } from "./paint.ts";
export type { Paint } from "./paint.ts";
export { createScreenReviewer } from "./reviewer/create.ts";
export type { ScreenReviewerOptions } from "./reviewer/reviewer-options.ts";
export { commandView } from "./view/command-view.ts";
export { createRows } from "./view/rows.ts";
export { wrapWords } from "./wrap.ts";
export { READING_KEYS } from "./reviewer/reading-keys.ts";
export { OVERVIEW_KEYS } from "./reviewer/overview-keys.ts";
export { WORK_TREE_DIFFERENCES } from "./reviewer/purpose-keys.ts";
