// What a result says is what happened to the bytes: whatever was decided, left out, edited, changed meanwhile or
// interrupted, every number in a result is the one that the file before and after gives.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  describeHunks,
  tally,
  type Answer,
  type ChangePayload,
  type Reviewer,
  type WireHunk,
} from "../src/approval/index.ts";
import { newId, versionOf, type Digest, type Version, type WorkspacePath } from "../src/base/index.ts";
import { blockResults, carryOut, pathLists, prepare } from "../src/commit/index.ts";
import { createAsk } from "../src/ask/index.ts";
import type { Change, Hunk } from "../src/edits/index.ts";
import { asText, compose, diffLines, encode, type Text } from "../src/text/index.ts";
import { loadTool, runTool, type ToolResult } from "../src/tools/index.ts";
import { sandboxed } from "./support/sandboxed.ts";
import { toolEdits } from "./support/tool-edits.ts";

const PERSON = { kind: "person" } as const;

/** How a person answers one file. `mask` chooses hunks; `own` are the person's changes to the proposed text. */
type Reply =
  | { readonly kind: "apply" | "reject" | "silence" | "interrupt" }
  | { readonly kind: "hunks"; readonly mask: readonly boolean[] }
  | { readonly kind: "own"; readonly changes: readonly OwnChange[] };

type OwnChange = { readonly at: number; readonly how: "append" | "prepend" | "drop" | "insert" | "restore" };

const replies: fc.Arbitrary<Reply> = fc.oneof(
  fc.constantFrom<Reply>({ kind: "apply" }, { kind: "reject" }, { kind: "silence" }, { kind: "interrupt" }),
  fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }).map((mask): Reply => ({ kind: "hunks", mask })),
  fc
    .array(
      fc.record({
        at: fc.nat(12),
        how: fc.constantFrom<OwnChange["how"]>("append", "prepend", "drop", "insert", "restore"),
      }),
      { maxLength: 3 },
    )
    .map((changes): Reply => ({ kind: "own", changes })),
);

const text = (content: string): Text => asText(content)!;
const versionOfContent = (content: string): Version => versionOf(encode(text(content)));

/** The proposed text with the person's own changes: whole lines, so that it is plain which text is theirs. */
function ownText(proposed: string, original: string, changes: readonly OwnChange[]): string {
  const lines = proposed.split("\n");
  const old = original.split("\n");
  for (const { at, how } of changes) {
    const index = at % lines.length;
    const line = lines[index]!;
    if (how === "append") lines[index] = `${line} (mine)`;
    else if (how === "prepend") lines[index] = `(mine) ${line}`;
    else if (how === "drop") lines.splice(index, 1);
    else if (how === "insert") lines.splice(index, 0, "a line of mine");
    else lines[index] = old[index] ?? "nothing";
  }
  return lines.join("\n");
}

function hunkOf({ index, old_start, old_lines, new_start, new_lines }: WireHunk): Hunk {
  return {
    index,
    old: { from: old_start - 1, to: old_start - 1 + old_lines },
    new: { from: new_start - 1, to: new_start - 1 + new_lines },
    edits: [],
  };
}

const hunksBetween = (before: string, after: string): readonly Hunk[] =>
  diffLines(text(before), text(after)).map((each, index) => ({ ...each, index, edits: [] }));

function answerTo(change: ChangePayload, reply: Reply): Answer | null {
  const head = { digest: change.digest as Digest, by: PERSON };
  const original = change.original_content ?? "";
  const proposed = change.suggested_content ?? "";
  switch (reply.kind) {
    case "apply":
      return { ...head, action: "apply", after: change.after as Version | null };
    case "reject":
      return { ...head, action: "reject", reason: "not today" };
    case "silence":
    case "interrupt":
      return null;
    case "hunks": {
      const changes = change.hunks.map(hunkOf);
      const chosen = changes.flatMap((_, index) => (reply.mask[index % reply.mask.length] === true ? [index] : []));
      const shown = compose(text(original), text(proposed), changes, new Set(chosen));
      return { ...head, action: "apply", hunks: chosen, after: versionOfContent(shown) };
    }
    case "own": {
      const content = ownText(proposed, original, reply.changes);
      return { ...head, action: "modify", content, after: versionOfContent(content) };
    }
  }
}

/** Answers with the next reply each time; `during` happens while the first question is open. */
function reviewing(given: readonly Reply[], { during, abort }: { during: () => Promise<void>; abort: () => void }) {
  let asked = 0;
  let shown: ChangePayload | null = null;
  const reviewer: Reviewer = {
    async ask(payload) {
      const reply = given[Math.min(asked, given.length - 1)]!;
      asked += 1;
      if (asked === 1) await during();
      if (reply.kind === "interrupt") abort();
      const changes = (payload.type === "batch" ? payload.items : [payload]) as readonly ChangePayload[];
      shown = changes.at(-1) ?? null;
      return {
        approval_id: payload.approval_id,
        items: changes.flatMap((change) => answerTo(change, reply) ?? []),
      };
    },
  };
  /** The changes that lead to this text: as they were shown, when it is the proposed one. */
  const changesTo = (before: string, after: string): readonly Hunk[] =>
    shown?.suggested_content === after ? shown.hunks.map(hunkOf) : hunksBetween(before, after);
  return { reviewer, asked: () => asked, changesTo };
}

/** A change by someone else while the question is open; null: none. */
type Meanwhile = { readonly lines: number; readonly drop: boolean } | null;
const meanwhiles = fc.option(fc.record({ lines: fc.nat(3), drop: fc.boolean() }), { freq: 2, nil: null });

const count = (content: string, part: string): number => content.split(part).length - 1;

describe("edit_file", () => {
  const FIND = "OLD";
  const lines = fc.array(fc.constantFrom("", "x", "y", `${FIND}`, `a ${FIND} b`, `${FIND} and ${FIND}`), {
    minLength: 1,
    maxLength: 10,
  });
  const puts = fc.constantFrom("NEW", "NEW\nsecond", "before\nNEW", "[NEW]", "OLD\nNEW", "NEW\nOLD");

  test("replacements_made, lines_changed and the message are those of the bytes", async () => {
    const tool = (await loadTool("edit_file"))!;
    const check = async (given: {
      lines: readonly string[];
      put: string;
      replies: readonly Reply[];
      meanwhile: Meanwhile;
    }) => {
      const path = "workspace/f.txt";
      const aborting = new AbortController();
      const first = `${given.lines.join("\n")}\n`;
      const person = reviewing(given.replies, {
        during: async () => {
          if (given.meanwhile === null) return;
          const kept = given.meanwhile.drop ? given.lines.slice(1) : given.lines;
          await context.backend.write("f.txt", `${"other\n".repeat(given.meanwhile.lines)}${kept.join("\n")}\n`);
        },
        abort: () => aborting.abort(),
      });
      const context = sandboxed({ files: { "f.txt": first }, reviewer: person.reviewer, signal: aborting.signal });
      // Own changes to a replacement of several lines could make another one out of its halves.
      fc.pre(!given.put.includes("\n") || given.replies.every(({ kind }) => kind !== "own"));
      const args = { path, old_string: FIND, new_string: given.put, replace_all: true };
      const before = async () => (await context.sandbox.read(path)).content;
      const result: ToolResult = await runTool(tool, args, context);
      const after = await before();
      const stood =
        person.asked() === 0 || given.meanwhile === null
          ? first
          : `${"other\n".repeat(given.meanwhile.lines)}${(given.meanwhile.drop ? given.lines.slice(1) : given.lines).join("\n")}\n`;
      if (!result.success) {
        expect(after).toBe(stood);
        expect(result.message).not.toContain("replaced");
        return;
      }
      const changes = person.changesTo(stood, after);
      expect(result.value).toMatchObject({
        path,
        replacements_made: count(after, given.put),
        lines_changed: tally(changes).changed,
        message: result.message,
      });
      const words = describeHunks(changes);
      const many = `Replaced ${count(after, given.put)} occurrences (${tally(changes).changed === 1 ? "1 line" : `${tally(changes).changed} lines`}) in ${path}`;
      const one = `${words
        .replace(/^add/, "Added")
        .replace(/^remove/, "Removed")
        .replace(/^replace/, "Replaced")} in ${path}`;
      expect([one, many]).toContain(result.message.split(". ")[0]!.split("\n")[0]);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          lines,
          put: puts,
          replies: fc.array(replies, { minLength: 1, maxLength: 3 }),
          meanwhile: meanwhiles,
        }),
        check,
      ),
      { numRuns: 300 },
    );
  });
});

describe("blocks", () => {
  /** Each block changes lines that are its own: `old-2-0` becomes `new-2-0`. */
  type Block = {
    readonly file: number;
    readonly gaps: readonly number[];
    readonly extra: number;
    readonly twice: boolean;
  };
  const blocks = fc.array(
    fc.record({
      file: fc.nat(1),
      gaps: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
      extra: fc.nat(2),
      twice: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  );

  function build(given: readonly Block[]) {
    const files: string[] = ["", ""];
    const changes: [string, Change][] = [];
    for (const [at, { file, gaps, extra, twice }] of given.entries()) {
      const old = gaps.flatMap((gap, line) => [
        `old-${at}-${line}`,
        ...Array.from({ length: gap }, (_, one) => `kept-${at}-${line}-${one}`),
      ]);
      const fresh = [
        ...old.map((line) => line.replace("old-", "new-")),
        ...Array.from({ length: extra }, (_, one) => `new-${at}-more-${one}`),
      ];
      files[file] += `${old.join("\n")}\nbetween-${at}\n`;
      const change = {
        kind: "replace",
        find: `${old.join("\n")}\n`,
        put: `${fresh.join("\n")}\n`,
        match: "lines",
        all: false,
      } as const;
      changes.push([`workspace/f${file}.txt`, change]);
      if (twice) changes.push([`workspace/f${file}.txt`, change]);
    }
    return { files, changes };
  }

  test("status and lines_changed are those of the bytes", async () => {
    const check = async (given: {
      blocks: readonly Block[];
      replies: readonly Reply[];
      meanwhile: Meanwhile;
      dryRun: boolean;
    }) => {
      const { files, changes } = build(given.blocks);
      const aborting = new AbortController();
      const standing = [...files];
      const person = reviewing(given.replies, {
        during: async () => {
          if (given.meanwhile === null) return;
          standing[0] = `${"other\n".repeat(given.meanwhile.lines + 1)}${files[0]}`;
          await context.backend.write("f0.txt", standing[0]);
        },
        abort: () => aborting.abort(),
      });
      const context = sandboxed({ files: { "f0.txt": files[0]!, "f1.txt": files[1]! } });
      const { sandbox, state, gate } = context;
      const first = await prepare(toolEdits(changes), sandbox.real);
      const carried = given.dryRun
        ? null
        : await carryOut({
            plan: first,
            files: sandbox,
            state,
            ask: createAsk({ gate, reviewer: person.reviewer, yes: false, newId }),
            signal: aborting.signal,
          });
      const plan = carried?.plan ?? first;
      const receipt = carried?.receipt ?? null;
      const show = (path: WorkspacePath): string => path.replace("workspace/", "");
      const results = [...blockResults({ plan, receipt, show }).values()];
      const after = await Promise.all(
        [0, 1].map(async (at) => (await context.sandbox.read(`workspace/f${at}.txt`)).content),
      );
      const changed = [0, 1].filter((at) => after[at] !== standing[at]);
      const lists = pathLists(plan, receipt, show);
      if (given.dryRun) expect(changed).toEqual([]);
      else expect(lists.files_modified.toSorted()).toEqual(changed.map((at) => `f${at}.txt`));
      for (const [at, result] of results.entries()) {
        const change = changes[at]![1] as Extract<Change, { kind: "replace" }>;
        const number = Number(result.file_path!.slice(1, 2));
        const now = after[number]!;
        const own = change.put.split("\n").filter((line) => line.startsWith("new-"));
        const there = own.filter((line) => now.split("\n").includes(line)).length;
        const isRepeat = at > 0 && changes[at - 1]![1] === changes[at]![1];
        if (given.dryRun) {
          expect(result.status).toBe(isRepeat ? "ALREADY_APPLIED" : "VALIDATED");
          continue;
        }
        if (result.status === "ALREADY_APPLIED") expect([result.message, there]).toEqual([result.message, own.length]);
        if (result.status === "SKIPPED" || result.status === "FAILED") {
          expect(result.lines_changed).toBe(0);
          // Of a block that was sent twice, a part may be left in the text that the user edited.
          if (!result.user_modified) expect(there).toBe(0);
        }
        if (result.status !== "APPLIED") continue;
        expect(now).not.toBe(standing[number]);
        const alone =
          new Set(changes.filter(([path]) => path.endsWith(`f${number}.txt`)).map(([, one]) => one)).size === 1;
        if (alone) {
          const whole = tally(hunksBetween(standing[number]!, now));
          expect(result.lines_changed).toBe(whole.changed);
        } else if (!result.user_modified) expect([result.lines_changed, there]).toEqual([own.length, own.length]);
        else if (!/changed the text/.test(result.message)) expect(result.lines_changed).toBe(there);
        if (!result.user_modified) expect(there).toBe(own.length);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          blocks,
          replies: fc.array(replies, { minLength: 1, maxLength: 3 }),
          meanwhile: meanwhiles,
          dryRun: fc.boolean(),
        }),
        check,
      ),
      { numRuns: 300 },
    );
  });
});
