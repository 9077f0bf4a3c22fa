// What can be typed at the line prompt, once: what each word does there, for each kind of question, and what the docs say.
// The help that the prompt prints and docs/guides/reviewing.md are derived from this table, in its order.

import { plain, type Plain } from "../../text/index.ts";

/** A proposed change, a change that is on disk already, or a read or a command. */
export type LineQuestion = "change" | "work-tree" | "call";

export type LineKeyName = "yes" | "no" | "reason" | "select" | "view" | "edit" | "always" | "session" | "quit";

export type LineKey = {
  readonly name: LineKeyName;
  /** In small letters, except for `A`: letter case counts only there. */
  readonly words: readonly string[];
  readonly shown: Plain;
  /** What it does; missing where it means nothing. */
  readonly help: Readonly<Partial<Record<LineQuestion, Plain>>>;
  /** The same for a question of the inbox, where leaving it is no answer. */
  readonly inboxHelp?: Plain;
  /** For docs/guides/reviewing.md; Markdown. */
  readonly docs: string;
};

export const LINE_KEYS: readonly LineKey[] = [
  {
    name: "yes",
    words: ["y", "yes"],
    shown: plain`y`,
    help: { change: plain`apply this change`, "work-tree": plain`keep this change`, call: plain`allow it` },
    docs: "applies the change; of what is on disk already, keeps it",
  },
  {
    name: "no",
    words: ["n", "no"],
    shown: plain`n`,
    help: {
      change: plain`reject it and leave the file as it is; Enter alone does the same`,
      "work-tree": plain`revert this change`,
      call: plain`reject it; Enter alone does the same`,
    },
    docs: "rejects it, as `Enter` alone does; of what is on disk already, reverts it (there `Enter` alone is no answer)",
  },
  {
    name: "reason",
    words: ["r", "reason"],
    shown: plain`r`,
    help: {
      change: plain`reject it and give the model a reason; n and the reason in one line does the same`,
      call: plain`reject it and give the model a reason; n and the reason in one line does the same`,
    },
    docs: "rejects it and asks for a reason, which is sent to the model; `n`, a space and the reason does the same",
  },
  {
    name: "select",
    words: ["s", "select"],
    shown: plain`s`,
    help: {
      change: plain`select some of the changes by their numbers`,
      "work-tree": plain`select the changes to keep by their numbers`,
    },
    docs: "lists the changes of the file with numbers; type those you want, such as `1,3-5`. The result is shown, and you are asked again",
  },
  {
    name: "view",
    words: ["v", "view"],
    shown: plain`v`,
    help: {
      change: plain`view the whole change and the whole file`,
      "work-tree": plain`view the whole change and the whole file`,
      call: plain`view more of it`,
    },
    docs: "shows everything: the whole change and the file as it would be; of a command, its next part",
  },
  {
    name: "edit",
    words: ["e", "edit"],
    shown: plain`e`,
    help: {
      change: plain`edit it in your editor; your version is shown before it is written`,
      "work-tree": plain`edit the file in your editor; your version is shown before it is written`,
    },
    docs: "opens it in [your editor](editing.md); your version is shown before it is written",
  },
  {
    name: "always",
    words: ["a", "always"],
    shown: plain`a`,
    help: {
      change: plain`apply it and keep a rule, which is shown first`,
      call: plain`allow it and keep a rule, which is shown first`,
    },
    docs: "applies it and keeps a [rule](../configuration.md#remembered-rules), which you pick by its number from a list",
  },
  {
    name: "session",
    words: ["A"],
    shown: plain`A`,
    help: {
      change: plain`apply it and keep a rule for this session, which is shown first; then one question about the rest`,
      call: plain`allow it and keep a rule for this session, which is shown first`,
    },
    docs: "the same with a rule for this session, such as for all edits in a folder; then asks once about the rest of the question, with the number of files. Not in `apply`, which asks nothing afterwards",
  },
  {
    name: "quit",
    words: ["q", "quit"],
    shown: plain`q`,
    help: {
      change: plain`leave this and every file that is not answered yet`,
      "work-tree": plain`leave the review; every file stays as it is`,
      call: plain`reject it and stop the run`,
    },
    inboxHelp: plain`leave; what you have not answered stays open in the inbox`,
    docs: "leaves this and everything that is not answered yet; in `galley inbox`, that stays open",
  },
];

export type Typed = { readonly name: LineKeyName; readonly reason: string | null };

/** What a typed line means for a question; null when it means nothing there. */
export function readLine(line: string, question: LineQuestion): Typed | null {
  const typed = line.trim();
  if (typed === "") return question === "work-tree" ? null : { name: "no", reason: null };
  const named = (names: (row: LineKey) => boolean): LineKey | undefined =>
    LINE_KEYS.find((row) => row.help[question] !== undefined && names(row));
  const key = named(({ words }) => words.includes(typed)) ?? named(({ words }) => words.includes(typed.toLowerCase()));
  if (key !== undefined) return { name: key.name, reason: null };
  const why = /^(?:no?|r)[ ,:]\s*(\S.*)$/is.exec(typed);
  return why === null || named(({ name }) => name === "reason") === undefined ? null : { name: "no", reason: why[1]! };
}

export type LineHelp = {
  readonly without: ReadonlySet<LineKeyName>;
  /** The question waits in the inbox. */
  readonly staysOpen: boolean;
};

/** One row for each key that does something here. */
export function helpFor(question: LineQuestion, { without, staysOpen }: LineHelp): readonly Plain[] {
  return LINE_KEYS.flatMap(({ name, shown, help, inboxHelp }) => {
    const own = help[question];
    const says = own !== undefined && staysOpen && question !== "work-tree" ? (inboxHelp ?? own) : own;
    return says === undefined || without.has(name) ? [] : [plain`${shown}: ${says}`];
  });
}
