// What goes over the wire has exactly the shape its schema says: parsed, nothing is missing and nothing is left over.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  ApprovalPayloadSchema,
  DecisionSchema,
  decisionFrom,
  type ApprovalPayload,
  type Decision,
} from "../src/approval/index.ts";
import {
  applyAnswer,
  ApplyReportSchema,
  loadTool,
  planTool,
  runTool,
  ToolPlanSchema,
  ToolResultSchema,
} from "../src/tools/index.ts";
import { root } from "./built.ts";
import { block } from "./support/galley.ts";
import { sandboxed, type Options } from "./support/sandboxed.ts";

const files = { "a.txt": "one\ntwo\n", "b.txt": "old\n", "c.txt": "c\n" };

/** A reviewer that says yes and keeps what went over the wire. */
function wiretap() {
  const payloads: ApprovalPayload[] = [];
  const decisions: Decision[] = [];
  const ask = async (payload: ApprovalPayload): Promise<Decision> => {
    payloads.push(payload);
    const decision = decisionFrom(payload, { approved: true, yolo: true });
    decisions.push(decision);
    return decision;
  };
  return { ask, payloads, decisions };
}

async function apply(text: string, options: Options = {}) {
  const tap = wiretap();
  const place = sandboxed({ files, reviewer: tap, ...options });
  const report = await applyAnswer(
    text,
    { format: "auto", dryRun: false, atomic: false, lenient: false, seen: null },
    place,
  );
  return { ...tap, report };
}

const create = (path: string, content: string): string => `${path}\n««« EDIT\n═══════ REPL\n${content}»»» EDIT END\n`;
const large = "a line of text\n".repeat(80_000);

describe("questions, answers and reports", () => {
  test.each<[string, string, readonly string[]]>([
    ["edit", block("a.txt", "two\n", "2\n"), ["edit"]],
    ["write", create("new.txt", "x\n"), ["write"]],
    ["write_large", create("new.txt", large), ["write_large"]],
    ["patch", block("a.txt", "one\n", "1\n") + block("a.txt", "two\n", "2\n"), ["patch"]],
    [
      "move and delete",
      "*** Begin Patch\n*** Update File: a.txt\n*** Move to: d.txt\n@@\n-two\n+2\n*** Delete File: b.txt\n*** End Patch\n",
      ["batch", "move", "delete"],
    ],
    [
      "batch, with a miss",
      block("a.txt", "nowhere\n", "x\n") + block("b.txt", "old\n", "new\n") + create("new.txt", large),
      ["batch", "edit", "write_large"],
    ],
  ])("%s", async (_, text, types) => {
    const { payloads, decisions, report } = await apply(text);
    const [payload] = payloads;
    expect(payload && [payload.type, ...("items" in payload ? payload.items.map(({ type }) => type) : [])]).toEqual(
      types,
    );
    for (const one of payloads) expect(ApprovalPayloadSchema.parse(one)).toEqual(one);
    for (const one of decisions) expect(DecisionSchema.parse(one)).toEqual(one);
    expect(ApplyReportSchema.parse(report)).toEqual(report);
    expect(report.results.length).toBeGreaterThan(0);
  });

  test("nothing to apply, and refused blocks of every kind", async () => {
    const broken = `a.txt\n««« EDIT\nx\n${block("../x", "a\n", "b\n")}${block("a.txt", "one \n", "1\n")}`;
    for (const text of ["no edits here", broken]) {
      const { report } = await apply(text);
      expect(ApplyReportSchema.parse(report)).toEqual(report);
    }
  });
});

test.each<[string, string, unknown, Options]>([
  ["a read", "read_file", { path: "a.txt" }, {}],
  ["a read that is asked about", "read_file", { path: "a.txt" }, { flags: { read_approval: true } }],
  ["a file that is not there", "read_file", { path: "none" }, {}],
  ["an edit", "edit_file", { path: "a.txt", old_string: "two", new_string: "2" }, {}],
  ["an edit without a place", "edit_file", { path: "a.txt", old_string: "tow", new_string: "2" }, {}],
  ["a write to a read-only sandbox", "write_file", { path: "a.txt", content: "" }, { mode: "ro" }],
  ["a list", "ls", {}, {}],
  ["a removal", "rm", { path: "a.txt" }, {}],
  ["a search", "grep", { pattern: "o" }, {}],
  ["wrong arguments", "edit_file", { path: 1 }, {}],
])("%s: its plan and its result", async (_, name, args, options) => {
  const tool = (await loadTool(name))!;
  const planned = await planTool(tool, args, sandboxed({ files, ...options }));
  expect(("success" in planned ? ToolResultSchema : ToolPlanSchema).parse(planned)).toEqual(planned);
  const result = await runTool(tool, args, sandboxed({ files, ...options, reviewer: wiretap() }));
  expect(ToolResultSchema.parse(result)).toEqual(result);
});

test("docs/protocols/approval.md names every type and every field of a question and of an answer", () => {
  const page = readFileSync(join(root, "docs", "protocols", "approval.md"), "utf8");
  const told = new Set([...page.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  const fields = ApprovalPayloadSchema.def.options.flatMap(({ def }) => Object.keys(def.shape));
  const answers = DecisionSchema.def.shape.items.def.element.def.options.flatMap(({ def }) => Object.keys(def.shape));
  const types = ApprovalPayloadSchema.def.options.map(({ def }) => def.shape.type.def.values[0]);
  const names = [...fields, ...answers, ...Object.keys(DecisionSchema.def.shape), ...types];
  expect([...new Set(names)].filter((name) => !told.has(name))).toEqual([]);
});
