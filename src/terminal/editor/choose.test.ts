import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseEditor, splitCommand } from "./choose.ts";

test.each([
  ["code --wait", ["code", "--wait"]],
  ["  vim\t-u  NONE ", ["vim", "-u", "NONE"]],
  [`"/opt/My Editor/bin/ed" -x`, ["/opt/My Editor/bin/ed", "-x"]],
  ["'a b'c\"d e\"", ["a bcd e"]],
  [`sh -c 'echo "$1"' --`, ["sh", "-c", 'echo "$1"', "--"]],
  ["My\\ Editor", ["My Editor"]],
  [`"a\\"b\\\\c\\d"`, ['a"b\\c\\d']],
  ["'a\\'", ["a\\"]],
  ["vim ''", ["vim", ""]],
  ["$HOME/bin/ed ~ * `x` $(x) ; & |", ["$HOME/bin/ed", "~", "*", "`x`", "$(x)", ";", "&", "|"]],
  ["vim 'never closed", null],
  [`vim "never closed\\"`, null],
  ["\\", ["\\"]],
  ["", []],
])("splitCommand(%j)", (command, words) => expect(splitCommand(command)).toEqual(words));

test("words that were quoted come back as they were", () => {
  const quote = (word: string): string => `'${word.replaceAll("'", `'"'"'`)}'`;
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      expect(splitCommand(words.map(quote).join(" "))).toEqual(words);
    }),
  );
});

test.each([
  ["VISUAL first", { VISUAL: "a", EDITOR: "b" }, "c", { words: ["a"], from: "VISUAL" }],
  ["then EDITOR", { VISUAL: "  ", EDITOR: "b -x" }, "c", { words: ["b", "-x"], from: "EDITOR" }],
  ["then the config", { EDITOR: "" }, "c", { words: ["c"], from: "config" }],
  ["then vi", {}, null, { words: ["vi"], from: "default" }],
])("%s", (_, environment, configured, choice) =>
  expect(chooseEditor({ environment, configured })).toEqual({ kind: "editor", choice }),
);

test.each([
  [{ VISUAL: "vim '" }, null, "$VISUAL has a quote that is never closed: vim '. Correct it."],
  [{ EDITOR: "'' x" }, null, "$EDITOR names no program: '' x. Correct it."],
  [{}, '"', 'editor in your config has a quote that is never closed: ". Correct it.'],
])("what cannot be used is said, not skipped: %j", (environment, configured, message) =>
  expect(chooseEditor({ environment, configured })).toEqual({ kind: "unusable", message }),
);
