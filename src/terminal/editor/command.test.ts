import { expect, test } from "vitest";
import { commandFor } from "./command.ts";

const words = (command: string, file = "/t/a.ts"): readonly string[] => {
  const [program = "", ...rest] = command.split(" ");
  const { program: run, args } = commandFor({ words: [program, ...rest], from: "EDITOR" }, { file, line: 7 });
  return [run, ...args];
};

test.each([
  ["vi", "vi +7 /t/a.ts"],
  ["vim -u NONE", "vim -u NONE +7 /t/a.ts"],
  ["/usr/bin/nvim", "/usr/bin/nvim +7 /t/a.ts"],
  ["nano", "nano +7 /t/a.ts"],
  ["emacs -nw", "emacs -nw +7 /t/a.ts"],
  ["emacsclient", "emacsclient +7 /t/a.ts"],
  ["micro", "micro +7 /t/a.ts"],
  ["hx", "hx /t/a.ts:7"],
  ["gvim", "gvim -f +7 /t/a.ts"],
  ["code", "code --wait --goto /t/a.ts:7"],
  ["code -nw", "code -nw --goto /t/a.ts:7"],
  ["codium --wait", "codium --wait --goto /t/a.ts:7"],
  ["subl", "subl --wait /t/a.ts:7"],
  ["zed", "zed --wait /t/a.ts:7"],
  ["idea", "idea --wait --line 7 /t/a.ts"],
  ["kate", "kate --block --line 7 /t/a.ts"],
  ["my-editor --flag", "my-editor --flag /t/a.ts"],
  ["env X=1 vim", "env X=1 vim /t/a.ts"],
])("%s", (command, expected) => expect(words(command).join(" ")).toBe(expected));

test("a name with a colon is not taken apart for its line", () => {
  expect(words("code", "/t/a:3.ts")).toEqual(["code", "--wait", "/t/a:3.ts"]);
  expect(words("hx", "/t/a:3.ts")).toEqual(["hx", "/t/a:3.ts"]);
  expect(words("vim", "/t/a:3.ts")).toEqual(["vim", "+7", "/t/a:3.ts"]);
});

test("a window of its own is announced, and so is an option that was added", () => {
  const notice = (...given: [string, ...string[]]) =>
    commandFor({ words: given, from: "VISUAL" }, { file: "/t/a", line: 1 }).notice;
  expect(notice("vim")).toBeNull();
  expect(notice("/usr/bin/code")).toBe(
    "code opens in a window of its own. Galley waits until you close the file there (--wait was added for that).",
  );
  expect(notice("code", "--wait")).toBe(
    "code opens in a window of its own. Galley waits until you close the file there.",
  );
});
