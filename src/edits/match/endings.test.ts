import { expect, test } from "vitest";
import { splitLines } from "../../text/index.ts";
import { withBreaks, withEndings, type FinalBreak } from "./endings.ts";

function changed(text: string, [from, to, put]: [number, number, string[]], final: FinalBreak = "kept"): string {
  const lines = splitLines(text);
  const edit = withEndings({ length: lines.length, line: (at) => lines[at] }, { from, to, put }, final);
  return lines.toSpliced(edit.from, edit.to - edit.from, ...edit.lines).join("");
}

test.each<[string, string, [number, number, string[]], string]>([
  ["a new line takes the replaced line's ending", "a\r\nb\nc\r\n", [1, 2, ["B"]], "a\r\nB\nc\r\n"],
  ["line by line", "a\r\nb\nc\r\n", [0, 3, ["A", "B", "C"]], "A\r\nB\nC\r\n"],
  ["further lines take that of the line before", "a\r\nb\nc\r\n", [1, 2, ["B", "x", "y"]], "a\r\nB\nx\ny\nc\r\n"],
  ["added lines take that of the line before", "a\r\nb\n", [1, 1, ["x"]], "a\r\nx\r\nb\n"],
  ["at the start that of the line after", "a\r\nb\n", [0, 0, ["x"]], "x\r\na\r\nb\n"],
  ["in an empty file a plain one", "", [0, 0, ["x", "y"]], "x\ny\n"],
  ["a missing final newline stays missing", "a\nb", [1, 2, ["B"]], "a\nB"],
  ["also when there are more lines now", "a\r\nb", [1, 2, ["B", "x"]], "a\r\nB\r\nx"],
  ["also after added lines", "a\r\nb", [2, 2, ["x", "y"]], "a\r\nb\r\nx\r\ny"],
  ["also in a file of one line", "a", [1, 1, ["x"]], "a\nx"],
  ["also when the last line goes", "a\nb\nc", [1, 3, []], "a"],
  ["an empty last line has a newline, or it would be none", "a", [1, 1, [""]], "a\n\n"],
  ["the same when it becomes the last", "a\n\nb", [2, 3, []], "a\n\n"],
  ["nothing is left", "a\nb", [0, 2, []], ""],
  ["a final newline stays too", "a\nb\n", [1, 2, []], "a\n"],
  ["the line before the change keeps its own", "a\nb\r\nc", [0, 1, ["A"]], "A\nb\r\nc"],
  ["one line for two", "a\nb", [0, 2, ["x"]], "x"],
])("%s", (_, text, change, after) => expect(changed(text, change)).toBe(after));

test.each<[string, string, [number, number, string[]], FinalBreak, string]>([
  ["taken away", "a\nb\n", [1, 2, ["b"]], "absent", "a\nb"],
  ["put in, as the line before has it", "a\r\nb", [1, 2, ["b"]], "present", "a\r\nb\r\n"],
  ["put in after new lines", "a\nb", [1, 2, ["x", "y"]], "present", "a\nx\ny\n"],
  ["taken away with the last line", "a\nb\n", [1, 2, []], "absent", "a"],
  ["not spoken of elsewhere", "a\nb\n", [0, 1, ["x"]], "absent", "x\nb\n"],
])("an edit about the final newline: %s", (_, text, change, final, after) =>
  expect(changed(text, change, final)).toBe(after),
);

test.each<[string, string, [number, number], string, string]>([
  ["no break, nothing to do", "a\r\n", [0, 1], "x", "x"],
  ["the replaced lines' endings, one by one", "a\r\nb\nc\r\n", [0, 2], "1\n2\n3", "1\r\n2\n3"],
  ["then the last of them", "a\r\nb\n", [0, 1], "1\n2\n3\n", "1\r\n2\r\n3\r\n"],
  ["a last line without one looks to the line before", "a\r\nb", [1, 2], "1\n2", "1\r\n2"],
  ["a break written as CRLF is a break", "a\nb\n", [0, 1], "1\r\n2", "1\n2"],
  ["a lone return stays", "a\nb\n", [0, 1], "1\r2\n", "1\r2\n"],
])("inside lines: %s", (_, text, [from, to], put, after) =>
  expect(withBreaks(splitLines(text), { from, to }, put)).toBe(after),
);
