// The answers in test/answers: how each file is laid out, and the folder it starts from.
// Never changes a case to fit what was read: the files say what a person means.
//
//   case    = *( "source: " words / "means: " words / "expect: " level path / "selected: " path ) *section
//   section = "%%% before " path / "%%% answer" / "%%% after " path / "%%% gone " path
//             then the content, up to the next "%%% " line; a file that is gone has none
//   level   = "certain" / "likely" / "place" / "refused"                  in the order of the answer; "expect: none"
//
// `likely`: made once a person confirms it. `place`: a person chooses the file or the place. `refused`: never made.
// "refused -" names no file. A file without an "after" section stays as it is.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Level = "certain" | "likely" | "place" | "refused";

export type AnswerCase = {
  readonly name: string;
  readonly source: string;
  readonly means: string;
  readonly expected: readonly { readonly level: Level; readonly path: string | null }[];
  /** Files the person gave to the model; empty: not said. */
  readonly selected: readonly string[];
  readonly answer: string;
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** Files that are deleted. */
  readonly gone: ReadonlySet<string>;
};

export function answerCases(folder: string): readonly AnswerCase[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  return names.toSorted().map((name) => readCase(name, readFileSync(join(folder, name), "utf8")));
}

function readCase(name: string, text: string): AnswerCase {
  const [head = "", ...sections] = text.split(/^%%% /m);
  const keys = head.split("\n").flatMap((line) => {
    const found = /^(source|means|expect|selected): (.*)$/.exec(line);
    if (found === null && line.trim() !== "") throw new Error(`${name}: ${line}`);
    return found === null ? [] : [{ key: found[1]!, value: found[2]! }];
  });
  const all = (key: string): readonly string[] => keys.filter((each) => each.key === key).map(({ value }) => value);
  const parts = sections.map((section) => {
    const end = section.indexOf("\n");
    const [kind = "", ...path] = section.slice(0, end).split(" ");
    return { kind, path: path.join(" "), content: section.slice(end + 1) };
  });
  const files = (kind: string): ReadonlyMap<string, string> =>
    new Map(parts.filter((part) => part.kind === kind).map(({ path, content }) => [path, content]));
  const unknown = parts.find(({ kind }) => !["before", "answer", "after", "gone"].includes(kind));
  const answers = parts.filter(({ kind }) => kind === "answer");
  const [source, means] = [all("source")[0], all("means")[0]];
  if (unknown !== undefined || answers.length !== 1 || source === undefined || means === undefined)
    throw new Error(`${name}: not a case (${unknown?.kind ?? "an answer, a source or a meaning is missing"})`);
  return {
    name: name.replace(/\.txt$/, ""),
    source,
    means,
    expected: all("expect").flatMap((line) => (line === "none" ? [] : [readExpected(name, line)])),
    selected: all("selected"),
    answer: answers[0]!.content,
    before: files("before"),
    after: files("after"),
    gone: new Set(files("gone").keys()),
  };
}

function readExpected(name: string, line: string): AnswerCase["expected"][number] {
  const found = /^(certain|likely|place|refused) (.+)$/.exec(line);
  if (found === null) throw new Error(`${name}: expect: ${line}`);
  return { level: found[1] as Level, path: found[2] === "-" ? null : found[2]! }; // The pattern names the levels.
}
