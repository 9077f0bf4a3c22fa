import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asText, type Text } from "../../text/index.ts";
import { claudeCode } from "../hosts/claude-code.ts";
import { codex } from "../hosts/codex.ts";
import { copilot } from "../hosts/copilot.ts";
import { gemini } from "../hosts/gemini.ts";
import { opencode } from "../hosts/opencode.ts";
import { predict, type ChangingCall } from "../predict/predict.ts";
import type { Host } from "../types.ts";
import { patchFor } from "./patch.ts";
import { inputFor, type Sent } from "./rewrite.ts";

const text = (string: string): Text => asText(string)!;

function sent(host: Host, call: ChangingCall): Sent {
  const tool = Object.entries(host.tools).find(
    ([, { does }]) => does === call.kind || (does === "edit" && call.kind === "edit"),
  );
  return { call, spec: tool![1], input: { path: "f", extra: 1 }, habits: host.habits, patchFor };
}

const edit = (find: string, put: string): ChangingCall => ({
  kind: "edit",
  path: "f",
  edits: [{ find, put, all: false }],
});

describe("an edit", () => {
  const rewrite = (host: Host, before: string, after: string) =>
    inputFor(sent(host, edit("?", "!")), [{ path: "f", to: null, before: text(before), after: text(after) }]);

  test("that already does it is as it was sent", () => {
    const file = { path: "f", to: null, before: text("a\nb\n"), after: text("a\nB\n") };
    expect(inputFor(sent(claudeCode, edit("b", "B")), [file])).toEqual({ kind: "as-sent" });
  });

  test("takes in as many lines as it needs to occur once", () => {
    expect(rewrite(claudeCode, "x\na\nx\nb\n", "x\na\ny\nb\n")).toMatchObject({
      input: { old_string: "a\nx\nb\n", new_string: "a\ny\nb\n", replace_all: false, extra: 1 },
    });
  });

  test("a line that is deleted keeps the lines around it on a host that takes the break", () => {
    expect(rewrite(claudeCode, "a\nb\nc\n", "a\n\nc\n")).toMatchObject({ kind: "input" });
  });

  test("cannot make what its host does not write", () => {
    expect(rewrite(gemini, "a\nb", "a\nb\n")).toBe(null);
    expect(rewrite(claudeCode, "a\r\nb\n", "A\r\nb\n")).toBe(null);
    expect(rewrite(claudeCode, "\uFEFFa\n", "a\n")).toBe(null);
  });

  const lines = fc.array(fc.constantFrom("", "a", "b", "  b", "}", "x y", "é🙂"), { maxLength: 12 });
  const ends = fc.boolean();
  test.each([claudeCode, gemini, copilot, opencode].map((host) => [host.title, host] as const))(
    "%s: whatever is returned makes exactly the approved bytes",
    (_, host) => {
      let made = 0;
      fc.assert(
        fc.property(
          lines,
          lines,
          fc.constantFrom("\n", "\r\n"),
          ends,
          ends,
          (old, fresh, ending, oldEnds, freshEnds) => {
            const [before, after] = [
              old.join(ending) + (oldEnds && old.length > 0 ? ending : ""),
              fresh.join(ending) + (freshEnds && fresh.length > 0 ? ending : ""),
            ].map(text) as [Text, Text];
            const file = { path: "f", to: null, before, after };
            const found = inputFor(sent(host, edit("?", "!")), [file]);
            if (found?.kind !== "input") return;
            made += 1;
            expect(predict(found.call, host.habits, () => before)).toEqual({
              kind: "files",
              files: [{ path: "f", to: null, after }],
            });
          },
        ),
      );
      expect(made).toBeGreaterThan(20);
    },
  );
});

describe("a patch", () => {
  const whole = "*** Begin Patch\n*** Update File: f\n@@\n-a\n+A\n*** Update File: g\n@@\n-b\n+B\n*** End Patch\n";
  const files = [
    { path: "f", to: null, before: text("a\n"), after: text("A\n") },
    { path: "g", to: null, before: text("b\n"), after: text("B\n") },
  ];

  test("with every file approved is as it was sent", () => {
    expect(inputFor(sent(codex, { kind: "patch", text: whole, folder: null }), files)).toEqual({ kind: "as-sent" });
  });

  test("with one file approved names that file only", () => {
    const found = inputFor(sent(codex, { kind: "patch", text: whole, folder: null }), [files[1]!]);
    expect(found).toMatchObject({
      kind: "input",
      input: { command: "*** Begin Patch\n*** Update File: g\n@@\n-b\n+B\n*** End Patch\n", extra: 1 },
    });
  });

  test("is wrapped in its command where it came in one", () => {
    const given = { ...sent(codex, { kind: "patch", text: whole, folder: null }), spec: codex.tools["Bash"]! };
    const found = inputFor({ ...given, wrap: (patch) => `apply_patch <<'EOF'\n${patch}EOF\n` }, [files[0]!]);
    expect(found).toMatchObject({
      input: { command: expect.stringMatching(/^apply_patch <<'EOF'\n[^]*EOF\n$/) as string },
    });
  });

  test("of a CRLF file has its line breaks where the host keeps them", () => {
    const file = { path: "f", to: null, before: text("a\r\nb\r\n"), after: text("a\r\nB\r\n") };
    for (const host of [codex, copilot, opencode])
      expect(inputFor(sent(host, { kind: "patch", text: "?", folder: null }), [file])).toMatchObject({ kind: "input" });
  });

  test("a bare text stays a bare text", () => {
    const found = inputFor({ ...sent(copilot, { kind: "patch", text: whole, folder: null }), input: whole }, [
      files[0]!,
    ]);
    expect(found).toMatchObject({ kind: "input", input: expect.stringContaining("Update File: f") as string });
  });
});
