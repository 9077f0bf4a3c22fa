// galley hook status with agents on the PATH that answer as the real ones do.

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { Place } from "../support/galley.ts";

beforeAll(() => ensureBuilt());

/** `script`: what the program does, in a shell. */
function withProgram(name: string, script: string): { readonly place: Place; readonly env: { readonly PATH: string } } {
  const place = new Place();
  const folder = join(place.base, "bin");
  mkdirSync(folder);
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return { place, env: { PATH: `${folder}:${process.env["PATH"]}` } };
}

test("a version at the end of a sentence is the version", () => {
  const { place, env } = withProgram("copilot", "echo 'GitHub Copilot CLI 1.0.102.'");
  place.galley(["hook", "install", "copilot", "--yes"], { env });
  expect(place.galley(["hook", "status", "copilot"], { env }).out).toMatch(
    /^Copilot CLI 1\.0\.102 \(copilot\): asks galley\n/,
  );
});

test("settings that Claude Code itself does not load are reported, with its reason", () => {
  const { place, env } = withProgram(
    "claude",
    `[ "$1" = doctor ] || { echo '2.1.325 (Claude Code)'; exit; }
     printf 'Invalid settings\\n- %s › permissions.allow: Expected array, but received string\\n' "$HOME/.claude/settings.json"`,
  );
  place.galley(["hook", "install", "claude-code", "--yes"], { env });
  const { code, out } = place.galley(["hook", "status", "claude-code"], { env });
  expect(code).toBe(1);
  expect(out).toMatch(/^Claude Code 2\.1\.325 \(claude-code\): set up, with problems\n/);
  expect(out).toContain("Claude Code skips this file (permissions.allow: Expected array, but received string).");
});

test("a Claude Code whose doctor does not answer as expected is no problem", () => {
  const { place, env } = withProgram("claude", "echo '1.0.0'");
  place.galley(["hook", "install", "claude-code", "--yes"], { env });
  expect(place.galley(["hook", "status", "claude-code"], { env }).code).toBe(0);
});
