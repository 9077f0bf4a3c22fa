// The completion scripts, read and driven by the shells themselves.

import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { Place } from "./support/galley.ts";
import { without } from "./support/installed.ts";

beforeAll(ensureBuilt);

describe("completions", () => {
  const script = (shell: string): string => new Place().galley(["completions", shell]).out;

  test.each([[[]], [["tcsh"]], [["bash", "zsh"]], [["toString"]]])("%j is no shell", (words) =>
    expect(new Place().galley(["completions", ...words]).code).toBe(2),
  );

  test.each(["bash", "zsh", "fish"])("%s knows every command and every option", (shell) => {
    const text = script(shell);
    const help = new Place().galley(["--help"]).out;
    const commands = [...help.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name]) => name!);
    expect(commands).toContain("approvals");
    for (const command of commands) {
      expect(text).toContain(command);
      const own = new Place().galley([command, "--help"]).out;
      for (const [, option] of own.matchAll(/^ {2}--([a-z-]+)/gm))
        expect(text).toMatch(new RegExp(`(-l |--)${option}\\b`));
    }
  });

  for (const shell of ["bash", "zsh", "fish"]) {
    const { missing, note } = without(shell);
    test.skipIf(missing)(`${shell} reads its script${note}`, () => {
      const place = new Place({ script: script(shell) });
      const ran = spawnSync(shell, ["-n", "script"], { cwd: place.folder, encoding: "utf8" });
      expect(ran).toMatchObject({ status: 0, stderr: "" });
    });
  }

  const fish = without("fish");
  test.skipIf(fish.missing).each<[string, string[]]>([
    ["galley ap", ["apply", "approvals"]],
    ["galley hook install g", ["gemini"]],
    ["galley approvals ", ["list", "revoke"]],
    ["galley approvals list ", []],
    ["galley serve people ", ["list", "block", "unblock"]],
  ])(`fish: %s${fish.note}`, (line, expected) => {
    const place = new Place({ "../script": script("fish") });
    const asks = `source ../script; complete --do-complete '${line}'`;
    const ran = spawnSync("fish", ["--no-config", "-c", asks], { cwd: place.folder, encoding: "utf8" });
    const words = ran.stdout.split("\n").flatMap((row) => (row === "" ? [] : [row.split("\t")[0]!]));
    expect([ran.stderr, words.sort()]).toEqual(["", [...expected].sort()]);
  });

  test.each<[string, string[]]>([
    ["galley ap", ["apply", "approvals"]],
    ["galley --j", ["--json"]],
    ["galley approvals ", ["list", "revoke"]],
    ["galley approvals list --a", ["--all"]],
    ["galley approvals list ", []],
    ["galley --json tool read", ["read_file"]],
    ["galley --root sub tool gl", ["glob"]],
    ["galley tool grep ", []],
    ["galley apply --format u", ["udiff"]],
    ["galley apply --format = w", ["whole-file"]],
    ["galley apply ans", ["answer one.md", "answer.md"]],
    ["galley --root s", ["sub"]],
    ["galley apply --config a", ["answer one.md", "answer.md"]],
    ["galley apply --dr", ["--dry-run"]],
    ["galley completions ", ["bash", "zsh", "fish"]],
    ["galley log --f", []],
    ["galley hook c", ["claude-code", "codex", "cursor", "copilot"]],
    ["galley hook install --project g", ["gemini"]],
    ["galley mcp status z", ["zed"]],
    ["galley serve token ", ["create", "list", "revoke"]],
    ["galley serve migrate ", []],
  ])("bash: %s", (line, expected) => {
    const place = new Place({ "answer.md": "", "answer one.md": "", "sub/x": "", "../script": script("bash") });
    const words = line.split(" ").map((word) => `'${word}'`);
    const ran = spawnSync(
      "bash",
      [
        "--norc",
        "-c",
        `set -u; source ../script; COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _galley; ` +
          'for one in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do printf "%s\\n" "$one"; done',
      ],
      { cwd: place.folder, encoding: "utf8" },
    );
    expect(ran.stderr).toBe("");
    expect(
      ran.stdout
        .split("\n")
        .filter((one) => one !== "")
        .sort(),
    ).toEqual([...expected].sort());
  });
});
