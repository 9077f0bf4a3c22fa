import { describe, expect, test } from "vitest";
import { readPatchCommand } from "./patch-command.ts";

const PATCH = "*** Begin Patch\n*** Update File: a.txt\n@@\n-b\n+B\n*** End Patch\n";

test.each([
  ["quoted", `apply_patch <<'EOF'\n${PATCH}EOF`, null],
  ["double quotes", `apply_patch <<"EOF"\n${PATCH}EOF\n`, null],
  ["an escaped delimiter", `apply_patch <<\\EOF\n${PATCH}EOF`, null],
  ["no quotes, and nothing a shell would expand", `apply_patch <<EOF\n${PATCH}EOF`, null],
  ["its other name", `applypatch << 'PATCH'\n${PATCH}PATCH\n`, null],
  ["in another folder", `cd ./sub/dir && apply_patch <<'EOF'\n${PATCH}EOF`, "./sub/dir"],
  ["a folder in quotes", `cd "./my dir" && apply_patch <<'EOF'\n${PATCH}EOF`, "./my dir"],
  ["an argument", `apply_patch '${PATCH}'`, null],
  ["inside bash -lc", `bash -lc "apply_patch <<'EOF'\n${PATCH}EOF"`, null],
  ["a name in pieces", `apply"_"patch <<'EOF'\n${PATCH}EOF`, null],
  ["a name with a backslash", `apply\\_patch <<'EOF'\n${PATCH}EOF`, null],
  ["with tabs that are stripped", `apply_patch <<-'EOF'\n\t${PATCH.trimEnd().replaceAll("\n", "\n\t")}\n\tEOF`, null],
])("a patch: %s", (_, command, folder) => {
  expect(readPatchCommand(command)).toMatchObject({ kind: "patch", text: PATCH, folder });
});

test.each([
  ["a shell would expand it", `apply_patch <<EOF\n${PATCH.replace("+B", "+$HOME")}EOF`],
  ["something comes after it", `apply_patch <<'EOF'\n${PATCH}EOF\nrm x`],
  ["something comes before it", `echo hi && apply_patch <<'EOF'\n${PATCH}EOF`],
  ["a pipe", `cat <<'EOF' | apply_patch\n${PATCH}EOF`],
  ["the home folder", `cd ~ && apply_patch <<'EOF'\n${PATCH}EOF`],
  ["the folder before", `cd - && apply_patch <<'EOF'\n${PATCH}EOF`],
  ["a folder that CDPATH may move", `cd sub && apply_patch <<'EOF'\n${PATCH}EOF`],
  ["a file", "apply_patch < change.patch"],
  ["a variable", 'apply_patch "$PATCH"'],
  ["after another command", "git pull; apply_patch < change.patch"],
  ["no end", `apply_patch <<'EOF'\n${PATCH}`],
  ["with a path", "/usr/local/bin/apply_patch < change.patch"],
  ["a variable before it", `LANG=C apply_patch <<'EOF'\n${PATCH}EOF`],
  ["another program before it", "env LANG=C nohup apply_patch < change.patch"],
  ["a group", "{ apply_patch < change.patch; }"],
  ["a condition", "if true; then apply_patch < change.patch; fi"],
  ["by xargs", "ls *.patch | xargs -n 1 apply_patch"],
  ["by find", "find . -name '*.patch' -exec apply_patch {} +"],
  ["an escape in the name", `$'\\x61pply_patch' <<'EOF'\n${PATCH}EOF`],
  ["a variable in the name", `n=apply; "${"$"}{n}_patch" <<'EOF'\n${PATCH}EOF`],
  ["a pattern for the name", `/tmp/x/appl*patch <<'EOF'\n${PATCH}EOF`],
  ["by Codex itself", 'codex --codex-run-as-apply-patch "$PATCH"'],
])("unclear: %s", (_, command) => expect(readPatchCommand(command)).toEqual({ kind: "unclear" }));

test.each([
  ["ls"],
  ["grep -rn apply_patch src"],
  ["echo 'how apply_patch works'"],
  ["grep -rn '*** Begin Patch' docs"],
  ["git ls-files | xargs grep -n apply_patch"],
  ["git grep -e 'apply_patch <<'"],
])("none: %s", (command) => expect(readPatchCommand(command)).toEqual({ kind: "none" }));

describe("wrapping another patch", () => {
  test("gives a command that is read as that patch, whatever its lines are", () => {
    const first = readPatchCommand(`cd "./it's" && apply_patch <<'EOF'\n${PATCH}EOF`);
    const other = PATCH.replace("+B", "+B\nEOF");
    if (first.kind !== "patch") throw new Error("it is a patch");
    expect(readPatchCommand(first.wrap(other))).toMatchObject({ kind: "patch", text: other, folder: "./it's" });
  });
});

test.each([
  ["line breaks", "\n"],
  ["separators", ";"],
  ["variables", "a=b "],
  ["assignments in one word", "a="],
  ["paths", "a/"],
  ["xargs", "xargs "],
  ["numbers for xargs", "xargs 1 "],
  ["quotes", "'\""],
])("a long command of %s is read to its end", (_, part) => {
  const command = `${part.repeat(1_000_000 / part.length)}echo apply_patch`;
  expect(["none", "unclear"]).toContain(readPatchCommand(command).kind);
});
