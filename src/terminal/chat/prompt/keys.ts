// The keys of a conversation: those of a small editor, as shells and terminals have them.

import { ARROWS, type KeyTables } from "../../reviewer/keys.ts";

export type ChatKey =
  | "enter"
  | "newline"
  | "escape"
  | "tab"
  | "backspace"
  | "delete"
  | "up"
  | "down"
  | "left"
  | "right"
  | "word-left"
  | "word-right"
  | "home"
  | "end"
  | "delete-word"
  | "delete-word-right"
  | "delete-to-space"
  | "delete-to-start"
  | "delete-to-end"
  | "yank"
  | "unfold"
  | "older"
  | "newer"
  | "edit-last"
  | "edit-prompt"
  | "prefix"
  | "history"
  | "permissions"
  | "paste-image"
  | "redraw"
  | "suspend"
  | "interrupt"
  | "close";

export const CHAT_KEYS: KeyTables<ChatKey> = {
  escape: "escape",
  controls: new Map([
    ["\r", "enter"],
    // Ctrl-J, and what some terminals send for Shift-Enter.
    ["\n", "newline"],
    ["\t", "tab"],
    ["\u007f", "backspace"],
    ["\b", "backspace"],
    ["\u0001", "home"],
    ["\u0002", "left"],
    ["\u0003", "interrupt"],
    ["\u0004", "close"],
    ["\u0005", "edit-last"],
    ["\u0006", "right"],
    ["\u0007", "edit-prompt"],
    ["\u000b", "delete-to-end"],
    ["\u000c", "redraw"],
    ["\u000e", "newer"],
    ["\u000f", "unfold"],
    ["\u0010", "older"],
    ["\u0012", "history"],
    ["\u0015", "delete-to-start"],
    // Ctrl-V: a terminal pastes text with another key, and no image at all.
    ["\u0016", "paste-image"],
    // As in readline: Ctrl-W goes by whitespace, Alt-Backspace by words.
    ["\u0017", "delete-to-space"],
    ["\u0018", "prefix"],
    ["\u0019", "yank"],
    ["\u001a", "suspend"],
  ]),
  alts: new Map([
    ["\r", "newline"],
    ["\n", "newline"],
    ["b", "word-left"],
    ["f", "word-right"],
    ["d", "delete-word-right"],
    ["\u007f", "delete-word"],
    ["\b", "delete-word"],
  ]),
  sequences: new Map<string, ChatKey>([
    ...ARROWS,
    ["[3~", "delete"],
    // Shift-Tab.
    ["[Z", "permissions"],
    ["[1;5C", "word-right"],
    ["[1;5D", "word-left"],
    ["[1;3C", "word-right"],
    ["[1;3D", "word-left"],
    ["OM", "enter"],
    // Shift, Alt or Ctrl with Enter, where a terminal distinguishes them.
    ["[13;2u", "newline"],
    ["[13;3u", "newline"],
    ["[13;5u", "newline"],
    ["[27;2;13~", "newline"],
    ["[27;3;13~", "newline"],
    ["[27;5;13~", "newline"],
  ]),
};

/** What the keys do, for the help: a row fits into 80 columns. */
export const KEYS: readonly (readonly [key: string, does: string])[] = [
  ["Enter", "sends; while the model answers, when it is done"],
  ["Alt-Enter, Ctrl-J, \\ Enter", "starts a new line"],
  ["@", "finds files and symbols"],
  ["Tab", "completes commands and paths"],
  ["↑ ↓, Ctrl-R", "bring back what you sent; search it"],
  ["Shift-Tab", "switches between ask, edits and plan"],
  ["Esc", "interrupts"],
  ["Esc Esc", "clears the prompt; an empty one goes back a turn"],
  ["Ctrl-C", "interrupts, or clears the prompt; twice quits"],
  ["Ctrl-G, Ctrl-X Ctrl-E", "opens the prompt in your editor"],
  ["Ctrl-A, Ctrl-E", "to the start, to the end of the line"],
  ["Ctrl-E in an empty prompt", "opens the last change in your editor"],
  ["Ctrl-O", "shows a folded paste"],
  ["Ctrl-V", "pastes an image"],
  ["Ctrl-L, Ctrl-Z", "clears the screen; suspends galley"],
];
