import { expect, test } from "vitest";
import { rejectedIn } from "./claude-doctor.ts";

const REPORT = `Claude Code doctor

Invalid settings
- /home/me/.claude/settings.json › hooks.Foo: Unknown hook event "Foo" was ignored. Valid events: PreToolUse
- /home/me/.claude/settings.json › permissions.allow: Expected array, but received string
  Suggested fix: Permission rules must be in an array.
- /projects/shop/.claude/settings.json: Invalid or malformed JSON
`;

test("the settings that Claude Code skips, with its reason; a part that it skips is none of them", () =>
  expect(
    rejectedIn(REPORT, [
      "/home/me/.claude/settings.json",
      "/projects/shop/.claude/settings.json",
      "/projects/other.json",
    ]),
  ).toEqual([
    "/home/me/.claude/settings.json: Claude Code skips this file (permissions.allow: Expected array, but received string).",
    "/projects/shop/.claude/settings.json: Claude Code skips this file (Invalid or malformed JSON).",
  ]));
