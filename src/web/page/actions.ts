// Every action that has a name, with its keys: the one table behind the keyboard (keys.ts), the help (`?`) and the list of
// actions (Ctrl-K). What an action does is said by the part of the page that is on screen.

export type ActionRow = {
  /** As `KeyboardEvent.key` gives them; `Ctrl+` also means the Command key. Empty: only by name. */
  readonly keys: readonly string[];
  readonly name: string;
  readonly group: "Everywhere" | "Review" | "Overview" | "Conversation" | "Go to";
  /** A held key does it again and again. Never for what answers. */
  readonly repeats?: true;
  /** Also while the user is typing in a field. Only for keys that type nothing. */
  readonly whileTyping?: true;
};

const row = <const Row extends ActionRow>(row: Row): Row => row;

export const ACTIONS = {
  // The same keys as on the terminal, where they exist.
  apply: row({ keys: ["Enter", "y"], name: "Apply what is shown", group: "Review" }),
  reject: row({ keys: ["n", "d"], name: "Reject", group: "Review" }),
  "reject-with-reason": row({ keys: ["r"], name: "Reject with a reason", group: "Review" }),
  edit: row({ keys: ["e"], name: "Edit before applying", group: "Review" }),
  "edit-change": row({ keys: ["E"], name: "Edit this change alone", group: "Review" }),
  choose: row({ keys: ["s"], name: "Choose changes", group: "Review" }),
  "toggle-hunk": row({ keys: [" "], name: "Include or leave out this change", group: "Review" }),
  comment: row({ keys: ["c"], name: "Comment on this line", group: "Review" }),
  always: row({ keys: ["a"], name: "Always allow…", group: "Review" }),
  "previous-file": row({ keys: ["["], name: "Previous file", group: "Review", repeats: true }),
  "next-file": row({ keys: ["]"], name: "Next file", group: "Review", repeats: true }),
  "previous-change": row({ keys: ["{"], name: "Previous change", group: "Review", repeats: true }),
  "next-change": row({ keys: ["}"], name: "Next change", group: "Review", repeats: true }),
  "line-down": row({ keys: ["j", "ArrowDown"], name: "Next line", group: "Review", repeats: true }),
  "line-up": row({ keys: ["k", "ArrowUp"], name: "Previous line", group: "Review", repeats: true }),
  search: row({ keys: ["/"], name: "Search", group: "Review" }),
  overview: row({ keys: ["o"], name: "Overview of all files", group: "Review" }),
  "toggle-wrap": row({ keys: ["w"], name: "Wrap long lines", group: "Review" }),
  "toggle-split": row({ keys: ["|"], name: "Side by side or unified", group: "Review" }),
  "whole-file": row({ keys: ["v"], name: "The whole file, or only the change", group: "Review" }),
  "copy-prompt": row({ keys: [], name: "Copy the comments as a prompt", group: "Review" }),

  send: row({ keys: ["Ctrl+Enter"], name: "Review the pasted answer", group: "Everywhere", whileTyping: true }),
  "stop-turn": row({ keys: [], name: "Stop the model", group: "Conversation" }),
  "new-conversation": row({ keys: [], name: "New conversation", group: "Conversation" }),
  "resume-conversation": row({ keys: [], name: "Resume a conversation…", group: "Conversation" }),

  "go-start": row({ keys: [], name: "Start screen", group: "Go to" }),
  "go-inbox": row({ keys: ["i"], name: "Inbox", group: "Go to" }),
  "go-files": row({ keys: ["f"], name: "Files", group: "Go to" }),
  "go-chat": row({ keys: ["t"], name: "Conversation", group: "Go to" }),
  "go-history": row({ keys: ["h"], name: "History", group: "Go to" }),
  "go-rules": row({ keys: [], name: "Rules", group: "Go to" }),
  "go-config": row({ keys: [], name: "Configuration", group: "Go to" }),

  palette: row({ keys: ["Ctrl+k"], name: "Every action by name", group: "Everywhere", whileTyping: true }),
  help: row({ keys: ["?"], name: "Help: the keys", group: "Everywhere" }),
  undo: row({ keys: ["u"], name: "Undo the last change…", group: "Everywhere" }),
  "review-disk": row({ keys: [], name: "Review what is on disk", group: "Everywhere" }),
  "toggle-rail": row({ keys: ["\\"], name: "Show or hide the inbox and files", group: "Everywhere" }),
  "toggle-chat": row({ keys: [], name: "Show or hide the conversation", group: "Everywhere" }),
  "theme-system": row({ keys: [], name: "Theme: as the system", group: "Everywhere" }),
  "theme-light": row({ keys: [], name: "Theme: light", group: "Everywhere" }),
  "theme-dark": row({ keys: [], name: "Theme: dark", group: "Everywhere" }),
  notify: row({ keys: [], name: "Notify me when a question is waiting", group: "Everywhere" }),
  close: row({ keys: ["Escape"], name: "Close, or go back", group: "Everywhere", whileTyping: true }),
} as const satisfies Readonly<Record<string, ActionRow>>;

export type ActionId = keyof typeof ACTIONS;

export const rowOf = (id: ActionId): ActionRow => ACTIONS[id];
