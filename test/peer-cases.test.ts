// The cases of four peers' own test suites, from the answer's text to the tree after it, in memory: once in the format
// the case names and once with the format found out. Cases that leave the choice to us are held to what we chose.

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { asReal, parsePath, versionOf, type WorkspacePath } from "../src/base/index.ts";
import {
  parseAnswer,
  pathsOf,
  planEdits,
  type Edit,
  type EditId,
  type Format,
  type Found,
} from "../src/edits/index.ts";
import { encode, type Text } from "../src/text/index.ts";

type Tree = Readonly<Record<string, string>>;

type Case = {
  readonly id: string;
  readonly name: string;
  readonly format: string;
  readonly gate: "must" | "policy";
  readonly files: Tree;
  readonly edit: string;
  readonly expect: { readonly files?: Tree; readonly error?: boolean };
};

const FOLDER = new URL("../../shared/peer-cases/", import.meta.url);
const PEERS = ["acdc", "aider", "codex", "jsdiff"] as const;
const isThere = existsSync(FOLDER);

function casesOf(peer: string): readonly Case[] {
  const rows = readFileSync(new URL(`${peer}.jsonl`, FOLDER), "utf8")
    .trim()
    .split("\n");
  return rows.map((row) => JSON.parse(row) as Case); // The files' own format, checked by the tests below.
}

type Outcome = {
  readonly tree: Tree;
  /** Some edit was not made, or there was none. An edit that changes nothing is not refused. */
  readonly isRefused: boolean;
  readonly why: readonly string[];
};

/** The walk of an answer up to the plan, on files in memory. */
function carryOut({ edit: answer, files }: Case, format: Format | "auto"): Outcome {
  const { blocks, reason } = parseAnswer(answer, format, { known: (path) => Object.hasOwn(files, path) });
  const why: string[] = blocks.length === 0 ? [reason ?? "no edit"] : [];
  const edits: Edit[] = [];
  for (const [at, block] of blocks.entries()) {
    if (block.kind === "broken") {
      why.push(`${block.error}: ${block.message}`);
      continue;
    }
    const { change } = block;
    const path = parsePath(block.path);
    const to = (change.kind === "patch" || change.kind === "move") && change.to !== null ? parsePath(change.to) : null;
    if (path.kind === "refused") why.push(path.message);
    else if (to?.kind === "refused") why.push(to.message);
    else {
      const checked = to === null ? change : ({ ...change, to: to.path } as Edit["change"]); // Only the path is replaced.
      edits.push({ id: String(at + 1) as EditId, path: path.path, source: block.source, change: checked });
    }
  }
  const plan = planEdits(edits, new Map(pathsOf(edits).map((path) => [path, find(path, files)])));
  for (const result of plan.results)
    if (result.kind === "miss" && result.why.error !== "no_change")
      why.push(`${result.why.error}: ${result.why.message}`);
  const tree: Record<string, string> = { ...files };
  for (const { path, to, result } of plan.files) {
    if (result === null || to !== null) delete tree[path];
    if (result !== null) tree[to ?? path] = result;
  }
  return { tree, isRefused: why.length > 0, why };
}

function find(path: WorkspacePath, files: Tree): Found {
  const text = Object.hasOwn(files, path) ? files[path] : undefined;
  if (text !== undefined) {
    const snapshot = {
      path,
      real: asReal(path),
      version: versionOf(encode(text as Text)),
      text: text as Text,
      mode: null,
      links: 1,
    };
    return { kind: "text", snapshot };
  }
  const isDirectory = Object.keys(files).some((other) => other.startsWith(`${path}/`));
  if (!isDirectory) return { kind: "absent", real: asReal(path) };
  return { kind: "refused", code: "IS_DIR", message: `${path} is a directory.` };
}

/** What a `must` case demands that we do not do, and the record that says why. */
const YIELDS: Readonly<Record<string, string>> = {
  c0456: "docs/decisions/0003-a-backslash-is-no-separator.md",
};

/**
 * Answers that have more in them than edits in the format the case names. With the format found out, what else looks
 * like an edit is reported; the tree is the peer's.
 */
const REPORTS_MORE: Readonly<Record<string, string>> = {
  c0293: "docs/decisions/0040-what-looks-like-an-edit.md",
};

type Choice =
  /** As the peer does it. */
  | "same"
  /** Nothing changes, and the result says why. */
  | "refused"
  /** Some edits are made, others are refused: edits stand alone. */
  | "partly"
  /** Made, with this tree instead of the peer's. */
  | { readonly tree: Tree };

/** What we do where the choice is ours. docs/peer-choices.md gives the reasons. */
const CHOICES: Readonly<Record<string, Choice>> = {
  // Edit blocks: whole lines, no overwriting, line endings and a created file's last newline.
  c0823: "same",
  c0826: "refused",
  c0833: "refused",
  c0837: "refused",
  c0838: "refused",
  c0845: "same",
  c0880: { tree: { "deep/nested/new.py": "content\n" } },
  c0893: { tree: { "test.py": "def foo():\r\n    return 2\r\n" } },
  c0902: "same",
  // SEARCH/REPLACE: exact, once; a file that is not there does not undo the others.
  c0080: "refused",
  c0081: "refused",
  c0082: "refused",
  c0083: "refused",
  c0084: "refused",
  c0085: "refused",
  c0103: "partly",
  c0267: "partly",
  c0290: "partly",
  // apply_patch: no overwriting, lines end at "\n" only, look-alikes are other characters, files stand alone.
  c0009: "refused",
  c0010: "refused",
  c0014: "same",
  c0024: "refused",
  c0030: "refused",
  c0033: "refused",
  c0034: { tree: { "no_trailing_newline.txt": "ONE\r\ntwo" } },
  c0041: "refused",
  c0042: "refused",
  c0045: { tree: { "no_newline.txt": "first line\nsecond line" } },
  c0046: "same",
  c0054: "refused",
  c0055: "same",
  c0056: "same",
  c0064: "partly",
  // Unified diffs: no fuzz, and a diff is for the file it names (many of these name another than the one there is).
  c0766: "refused",
  c0767: "refused",
  c0780: "refused",
  c0784: "refused",
  c0785: "refused",
  c0786: "refused",
  c0787: "refused",
  c0792: "refused",
  c0793: "refused",
  c0794: "refused",
  c0800: "same",
  c0806: "refused",
  c0807: "refused",
  c0809: "refused",
  c0813: "refused",
  c0814: "refused",
  c0815: "refused",
  c0817: "refused",
  c0818: { tree: { test: "line2\nline3\nline4\nline5\n" } },
  c0819: { tree: { test: "line2\nline3\nline4\nline5\n" } },
};

function expected({ id, gate, files, expect: wanted }: Case, tree: Tree): { tree: Tree; isRefused: boolean } {
  const asPeer = { tree: wanted.files ?? files, isRefused: wanted.error === true };
  if (gate === "must") return id in YIELDS ? { tree: files, isRefused: true } : asPeer;
  const choice = CHOICES[id];
  if (choice === undefined) throw new Error(`no choice is written down for ${id}`);
  if (choice === "same") return asPeer;
  if (choice === "refused") return { tree: files, isRefused: true };
  if (choice === "partly") return { tree, isRefused: true };
  return { tree: choice.tree, isRefused: false };
}

describe.skipIf(!isThere)(`peer cases${isThere ? "" : " (skipped: ../shared/peer-cases is not here)"}`, () => {
  const all = isThere ? PEERS.map((peer) => [peer, casesOf(peer)] as const) : [];

  describe.each(all)("%s", (_, cases) => {
    test.each(cases.map((each) => [each.id, each.name, each] as const))("%s %s", (_id, _name, each) => {
      for (const format of [each.format.replace("_", "-") as Format, "auto"] as const) {
        const { tree, isRefused, why } = carryOut(each, format);
        if (format === "auto" && each.id in REPORTS_MORE) {
          expect({ tree, isRefused }).toEqual({ tree: each.expect.files, isRefused: true });
          continue;
        }
        expect({ format, tree, isRefused, why: isRefused ? why.length > 0 : why }).toEqual({
          format,
          ...expected(each, tree),
          why: isRefused ? true : [],
        });
      }
    });
  });

  test("every choice is about a case that leaves it to us", () => {
    const policy = all.flatMap(([, cases]) => cases.filter(({ gate }) => gate === "policy").map(({ id }) => id));
    expect(Object.keys(CHOICES).toSorted()).toEqual(policy.toSorted());
  });

  test("of what a case leaves to us, only some edits are made where we say so", () => {
    for (const [, cases] of all) {
      for (const each of cases.filter(({ id }) => CHOICES[id] === "partly")) {
        const { tree } = carryOut(each, "auto");
        expect(tree).not.toEqual(each.files);
        for (const [path, text] of Object.entries(each.files)) expect(tree[path]).toBe(text);
      }
    }
  });

  test("where a peer guesses, the one place is proposed by name", () => {
    const proposed = (id: string): string | null => {
      const each = all.flatMap(([, cases]) => cases).find((one) => one.id === id)!;
      const { blocks } = parseAnswer(each.edit, "auto");
      const edits = blocks.flatMap((block, at): Edit[] =>
        block.kind === "edit"
          ? [
              {
                id: String(at + 1) as EditId,
                path: block.path as WorkspacePath,
                source: block.source,
                change: block.change,
              },
            ]
          : [],
      );
      const [result] = planEdits(edits, new Map(pathsOf(edits).map((path) => [path, find(path, each.files)]))).results;
      return result?.kind === "miss" ? (result.why.diagnostics?.candidate?.rule ?? null) : "made";
    };
    expect(["c0081", "c0082", "c0083", "c0085", "c0054"].map(proposed)).toEqual([
      null, // Two places would fit.
      "indentation-shift",
      "indentation-shift",
      "indentation-shift",
      "look-alike",
    ]);
  });
});
