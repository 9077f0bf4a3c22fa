import { describe, expect, test } from "vitest";
import { openExternalEditor } from "./open-external.ts";

const open = (script: string, initialValue = "one\r\ntwo\r\n") =>
  openExternalEditor({ editor: `sh -c '${script}' editor`, initialValue, path: "src/a.ts" });

describe("openExternalEditor", () => {
  test.each([
    ["what was saved, in its own endings", `printf "one\\nTWO\\n" > "$1"`, "one\r\nTWO\r\n"],
    ["T15 an emptied text", `: > "$1"`, ""],
    ["nothing changed", "exit 0", "one\r\ntwo\r\n"],
    ["T16 an error", `echo x > "$1"; exit 1`, undefined],
    ["S1-26 the extension", `case "$1" in *.ts) exit 0;; *) exit 1;; esac`, "one\r\ntwo\r\n"],
  ])("%s", async (_, script, expected) => expect(await open(script)).toBe(expected));

  test("S1-26 an extension alone will do", async () => {
    const editor = `sh -c 'basename "$1" > "$1.name"; cat "$1.name" > "$1"' editor`;
    expect(await openExternalEditor({ editor, initialValue: "", extension: ".rs" })).toBe("text.rs\n");
  });

  test("what draws is suspended, and resumed also after a failure", async () => {
    const moments: string[] = [];
    const renderer = { suspend: () => void moments.push("suspend"), resume: () => void moments.push("resume") };
    expect(await openExternalEditor({ editor: "no-such-editor-here", initialValue: "", renderer })).toBeUndefined();
    expect(moments).toEqual(["suspend", "resume"]);
  });

  test("half of a character pair is no text", async () => {
    await expect(open("exit 0", "\ud800")).rejects.toMatchObject({ code: "INVALID_ARG" });
  });
});
