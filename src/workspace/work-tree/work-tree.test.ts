import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { without } from "../../../test/support/installed.ts";
import type { Answer, Decision } from "../../approval/index.ts";
import type { ChangePlan, FilePlan } from "../../edits/index.ts";
import { compose, versionOfText, type Text } from "../../text/index.ts";
import { openLocal, type LocalWorkspace } from "../local.ts";
import { undoChange } from "../undo.ts";
import { carryOutReview, type ReviewedWorkTree } from "./carry-out-review.ts";
import { finishReview, listReviewed } from "./finish-review.ts";
import { readWorkTree } from "./read-changes.ts";

const { missing, note } = without("git");

let place: string;
let root: string;
const { signal } = new AbortController();

beforeEach(() => {
  place = fs.mkdtempSync(join(tmpdir(), "galley-work-tree-"));
  root = join(place, "repo");
  fs.mkdirSync(root);
});
afterEach(() => fs.rmSync(place, { recursive: true, force: true }));

function git(...args: readonly string[]): string {
  const person = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  return execFileSync("git", [...person, ...args], { cwd: root, encoding: "utf8", stdio: "pipe" });
}

function write(path: string, text: string | Buffer): void {
  fs.mkdirSync(join(root, path, ".."), { recursive: true });
  fs.writeFileSync(join(root, path), text);
}

const read = (path: string): string => fs.readFileSync(join(root, path), "utf8");

function commit(files: Readonly<Record<string, string | Buffer>>): void {
  if (!fs.existsSync(join(root, ".git"))) git("init", "-q");
  for (const [path, text] of Object.entries(files)) write(path, text);
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "one");
}

function open(config: object = {}): Promise<LocalWorkspace> {
  const environment = {
    PATH: process.env["PATH"],
    HOME: place,
    XDG_STATE_HOME: join(place, "state"),
    XDG_CONFIG_HOME: join(place, "config"),
  };
  return openLocal({ root, config, environment, signal, note: () => undefined });
}

function filesBelow(folder: string): Record<string, string> {
  const all = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = all.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return Object.fromEntries(paths.filter((path) => !path.startsWith(".git/")).map((path) => [path, read(path)]));
}

const lines = (count: number, change: (line: number) => string = String): string =>
  Array.from({ length: count }, (_, at) => `${change(at + 1)}\n`).join("");

/** `path old→new`, with "-" for a file that is not there. */
function drawn({ files }: ChangePlan): readonly string[] {
  const draw = (text: string | null): string => (text === null ? "-" : JSON.stringify(text).slice(1, -1));
  return files.map(({ path, before, result }) => `${path.replace("workspace/", "")} ${draw(before)}→${draw(result)}`);
}

async function review(answer: (file: FilePlan) => Answer | null): Promise<ReviewedWorkTree> {
  const workspace = await open();
  const { plan } = await readWorkTree(workspace, null);
  const items = plan.files.flatMap((file) => answer(file) ?? []);
  const decision: Decision = { approval_id: "1", items };
  return carryOutReview(workspace, { plan, decision, signal });
}

const by = { kind: "person" } as const;
const revert = ({ digest }: FilePlan): Answer => ({ digest, by, action: "reject" });
const keep = ({ digest, after }: FilePlan): Answer => ({ digest, by, action: "apply", after });
const keepOnly = (file: FilePlan, hunks: readonly number[]): Answer => {
  const text = compose(file.before!, file.result!, file.hunks, new Set(hunks));
  return { digest: file.digest, by, action: "apply", hunks, after: versionOfText(text) };
};

describe.skipIf(missing)(`the changes of a work tree${note}`, () => {
  test("changed, new, deleted, staged or not, against the last commit or another", async () => {
    commit({ "a.txt": "one\n", "b.txt": "two\n", "c.txt": "three\n", "same.txt": "x\n" });
    write("a.txt", "1\n");
    write("new/d.txt", "four\n");
    fs.rmSync(join(root, "b.txt"));
    write("c.txt", "3\n");
    git("add", "c.txt");
    const now = new Date();
    fs.utimesSync(join(root, "same.txt"), now, now);
    const expected = ["a.txt one\\n→1\\n", "b.txt two\\n→-", "c.txt three\\n→3\\n", "new/d.txt -→four\\n"];
    expect(drawn((await readWorkTree(await open(), null)).plan)).toEqual(expected);
    git("add", "-A");
    git("commit", "-qm", "two");
    expect(drawn((await readWorkTree(await open(), null)).plan)).toEqual([]);
    expect(drawn((await readWorkTree(await open(), "HEAD~1")).plan)).toEqual(expected);
  });

  test("a repository without a commit: everything is new", async () => {
    git("init", "-q");
    write("a.txt", "one\n");
    write("b.txt", "two\n");
    git("add", "a.txt");
    expect(drawn((await readWorkTree(await open(), null)).plan)).toEqual(["a.txt -→one\\n", "b.txt -→two\\n"]);
  });

  test("a path is no revision, and that is said", async () => {
    commit({ "a.txt": "one\n" });
    await expect(readWorkTree(await open(), "a.txt")).rejects.toThrow("It is a path");
  });

  test.each([["--output=x"], ["nothing"], [""], ["HEAD:"]])("a revision that is none: %j", async (revision) => {
    commit({ "a.txt": "one\n" });
    await expect(readWorkTree(await open(), revision)).rejects.toMatchObject({ code: "INVALID_ARG" });
  });

  test("what is no text, or not git's alone, is named", async () => {
    commit({ "old.bin": Buffer.from([0, 1]), "ok.txt": "x\n", "run.sh": "x\n", "rule.txt": "x\n" });
    write("old.bin", Buffer.from([0, 2]));
    write("new.bin", Buffer.from([0, 3]));
    fs.symlinkSync("/etc/hostname", join(root, "link"));
    fs.chmodSync(join(root, "run.sh"), 0o755);
    write("rule.txt", "y\n");
    write(".git/info/attributes", "*.lfs filter=lfs\n");
    fs.mkdirSync(join(root, "inner"));
    execFileSync("git", ["init", "-q"], { cwd: join(root, "inner") });
    write("inner/x", "x\n");
    const config = { policy: [{ effect: "deny", path: "workspace/rule.txt" }] };
    const { plan, named } = await readWorkTree(await open(config), null);
    expect(drawn(plan)).toEqual([]);
    expect(named.map(({ path }) => path)).toEqual(["inner/", "rule.txt", "link", "new.bin", "old.bin", "run.sh"]);
    expect(named.filter(({ why }) => why.includes("\n"))).toEqual([]);
    expect(named.map(({ why }) => why).join(" ")).toMatch(
      /repository of its own.*rule.*link.*not text.*not text.*executable/s,
    );
  });

  test("a file whose name is not UTF-8 is named, whether git tracks it or not", async () => {
    const odd = (name: string): Buffer => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, "latin1")]);
    commit({ "a.txt": "one\n" });
    fs.writeFileSync(odd("caf\u00e9.txt"), "one\n");
    git("add", "-A");
    git("commit", "-q", "-m", "two");
    fs.writeFileSync(odd("caf\u00e9.txt"), "two\n");
    fs.writeFileSync(odd("\u00ff.txt"), "new\n");
    write("ü.txt", "new\n");
    const { plan, named } = await readWorkTree(await open(), null);
    expect(plan.files.map(({ path }) => path)).toEqual(["workspace/ü.txt"]);
    const why = "Its name is not UTF-8, so it is not in the review.";
    expect(named).toEqual([
      { path: "\\xFF.txt", why },
      { path: "caf\\xE9.txt", why },
    ]);
  });

  test("an old version that is too large is named, and not read", async () => {
    commit({ "large.txt": "x\n".repeat(17 * 1024 * 1024), "a.txt": "a\n" });
    write("large.txt", "small\n");
    write("a.txt", "b\n");
    const { plan, named } = await readWorkTree(await open(), null);
    expect(drawn(plan)).toEqual(["a.txt a\\n→b\\n"]);
    expect(named).toEqual([{ path: "large.txt", why: "The old version is too large to show." }]);
  });

  test("no program of the repository runs", async () => {
    commit({ "a.txt": "one\n", "b.lfs": "pointer\n", ".gitattributes": "*.lfs filter=bad\n*.txt diff=bad\n" });
    const touch = `touch ${join(place, "ran")}`;
    for (const key of [
      "filter.bad.clean",
      "filter.bad.smudge",
      "diff.bad.command",
      "diff.bad.textconv",
      "core.fsmonitor",
    ])
      git("config", key, touch);
    write("a.txt", "two\n");
    write("b.lfs", "other\n");
    const { plan, named } = await readWorkTree(await open(), null);
    expect(drawn(plan)).toEqual(["a.txt one\\n→two\\n"]);
    expect(named).toMatchObject([{ path: "b.lfs" }]);
    expect(fs.existsSync(join(place, "ran"))).toBe(false);
  });

  test("line endings that git converts are no change", async () => {
    commit({ ".gitattributes": "*.txt text eol=crlf\n", "a.txt": "one\r\ntwo\r\n" });
    write("a.txt", "one\r\n2\r\n");
    expect(drawn((await readWorkTree(await open(), null)).plan)).toEqual(["a.txt one\\r\\ntwo\\r\\n→one\\r\\n2\\r\\n"]);
  });
});

describe.skipIf(missing)(`a review of a work tree${note}`, () => {
  test("keeps, reverts files and single changes, through the journal; git's index stays as it is", async () => {
    commit({ "keep.txt": "a\n", "back.txt": "b\n", "gone.sh": "#!/bin/sh\n", "some.txt": lines(30) });
    fs.chmodSync(join(root, "gone.sh"), 0o755);
    git("add", "-A");
    git("commit", "-qm", "mode");
    write("keep.txt", "A\n");
    write("back.txt", "B\n");
    write("new.txt", "n\n");
    fs.rmSync(join(root, "gone.sh"));
    write(
      "some.txt",
      lines(30, (line) => (line === 3 || line === 25 ? `${line}!` : String(line))),
    );
    git("add", "keep.txt");
    const index = fs.readFileSync(join(root, ".git/index"));
    const reviewed = await review((file) => {
      if (file.path.endsWith("keep.txt")) return keep(file);
      return file.path.endsWith("some.txt") ? keepOnly(file, [1]) : revert(file);
    });
    expect(reviewed.files.map(({ path, kind }) => `${path.replace("workspace/", "")} ${kind}`)).toEqual([
      "back.txt reverted",
      "gone.sh reverted",
      "keep.txt kept",
      "new.txt reverted",
      "some.txt reverted",
    ]);
    expect([read("keep.txt"), read("back.txt"), read("gone.sh")]).toEqual(["A\n", "b\n", "#!/bin/sh\n"]);
    expect(fs.statSync(join(root, "gone.sh")).mode & 0o111).toBe(0o111);
    expect(fs.existsSync(join(root, "new.txt"))).toBe(false);
    expect(read("some.txt")).toBe(lines(30, (line) => (line === 25 ? "25!" : String(line))));
    expect(fs.readFileSync(join(root, ".git/index"))).toEqual(index);
    const { undone } = await undoChange(await open(), { receipt: reviewed.receipt, by: "command", signal });
    expect(undone.skipped).toEqual([]);
    expect([read("back.txt"), read("new.txt"), fs.existsSync(join(root, "gone.sh"))]).toEqual(["B\n", "n\n", false]);
    expect(read("some.txt")).toContain("3!\n");
  });

  test("a file that changed during the review is left as it is, and that is said", async () => {
    commit({ "a.txt": "a\n", "b.txt": "b\n" });
    write("a.txt", "A\n");
    write("b.txt", "B\n");
    const workspace = await open();
    const { plan } = await readWorkTree(workspace, null);
    write("a.txt", "mine\n");
    const decision: Decision = { approval_id: "1", items: plan.files.map(revert) };
    const { files } = await carryOutReview(workspace, { plan, decision, signal });
    expect(files).toMatchObject([
      { kind: "failed", why: expect.stringContaining("changed while") },
      { kind: "reverted" },
    ]);
    expect([read("a.txt"), read("b.txt")]).toEqual(["mine\n", "b\n"]);
  });

  test("a renamed file is one change; reverted, it is back in its old place", async () => {
    commit({ "a.txt": "one\ntwo\n", "same1.txt": "x\n", "same2.txt": "x\n" });
    fs.mkdirSync(join(root, "lib"));
    fs.renameSync(join(root, "a.txt"), join(root, "lib/b.txt"));
    fs.renameSync(join(root, "same1.txt"), join(root, "same3.txt"));
    fs.rmSync(join(root, "same2.txt"));
    const { plan } = await readWorkTree(await open(), null);
    expect(plan.files.map(({ path, to }) => [path, to])).toEqual([
      ["workspace/a.txt", "workspace/lib/b.txt"],
      ["workspace/same1.txt", null],
      ["workspace/same2.txt", null],
      ["workspace/same3.txt", null],
    ]);
    const reviewed = await review((file) => (file.to === null ? null : revert(file)));
    expect(reviewed.files[0]).toMatchObject({ kind: "reverted" });
    expect([read("a.txt"), fs.existsSync(join(root, "lib/b.txt"))]).toEqual(["one\ntwo\n", false]);
    await undoChange(await open(), { receipt: reviewed.receipt, by: "command", signal });
    expect([read("lib/b.txt"), fs.existsSync(join(root, "a.txt"))]).toEqual(["one\ntwo\n", false]);
  });

  test("a file that was renamed and changed: its changes are kept or reverted one by one, and all at once with the name", async () => {
    const was = lines(30, (line) => `const value${line} = ${line};`);
    const now = was.replace("= 3;", "= 33;").replace("= 25;", "= 2525;");
    commit({ "a.sh": was });
    fs.chmodSync(join(root, "a.sh"), 0o755);
    git("add", "-A");
    git("commit", "-qm", "mode");
    const rename = (): void => {
      fs.rmSync(join(root, "a.sh"), { force: true });
      write("lib/b.sh", now);
      fs.chmodSync(join(root, "lib/b.sh"), 0o755);
    };
    rename();
    const { plan, named } = await readWorkTree(await open(), null);
    expect(plan.files).toMatchObject([{ path: "workspace/a.sh", to: "workspace/lib/b.sh", before: was, result: now }]);
    expect(plan.files[0]!.hunks).toHaveLength(2);
    expect(named).toEqual([]);

    const inPart = await review((file) => keepOnly(file, [1]));
    expect(inPart.files).toEqual([{ path: "workspace/lib/b.sh", kind: "reverted", some: true }]);
    expect(filesBelow(root)).toEqual({ "lib/b.sh": was.replace("= 25;", "= 2525;") });
    await undoChange(await open(), { receipt: inPart.receipt, by: "command", signal });
    expect(filesBelow(root)).toEqual({ "lib/b.sh": now });

    const nameOnly = await review((file) => keepOnly(file, []));
    expect(filesBelow(root)).toEqual({ "lib/b.sh": was });
    await undoChange(await open(), { receipt: nameOnly.receipt, by: "command", signal });

    const whole = await review(revert);
    expect(whole.files).toEqual([{ path: "workspace/a.sh", kind: "reverted", some: false }]);
    expect(filesBelow(root)).toEqual({ "a.sh": was });
    expect(fs.statSync(join(root, "a.sh")).mode & 0o111).toBe(0o111);
    await undoChange(await open(), { receipt: whole.receipt, by: "command", signal });
    expect(filesBelow(root)).toEqual({ "lib/b.sh": now });
    expect(fs.statSync(join(root, "lib/b.sh")).mode & 0o111).toBe(0o111);
    expect((await review(keep)).files).toEqual([{ path: "workspace/lib/b.sh", kind: "kept" }]);
  });

  test("a renamed file that is no longer executable is named", async () => {
    commit({ "a.sh": lines(9) });
    fs.chmodSync(join(root, "a.sh"), 0o755);
    git("add", "-A");
    git("commit", "-qm", "mode");
    fs.rmSync(join(root, "a.sh"));
    write("b.sh", lines(9));
    expect((await readWorkTree(await open(), null)).named).toEqual([
      { path: "b.sh", why: "Its mode changed: it is no longer executable. Reverting its text leaves that as it is." },
    ]);
  });

  test("reverting everything restores the commit byte for byte, and undo restores the work tree", async () => {
    const name = fc.constantFrom("a", "b/c", "b/d", "e f", "ü");
    const text = fc
      .array(fc.constantFrom("x\n", "y\r\n", "", "\ufeff", "z"), { maxLength: 6 })
      .map((all) => all.join(""));
    const tree = fc.dictionary(name, text, { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(tree, tree, async (before, after) => {
        for (const entry of fs.readdirSync(root)) fs.rmSync(join(root, entry), { recursive: true });
        fs.rmSync(join(place, "state"), { recursive: true, force: true });
        commit(before);
        for (const path of Object.keys(before)) fs.rmSync(join(root, path));
        for (const [path, content] of Object.entries(after)) write(path, content);
        const reviewed = await review(revert);
        expect(reviewed.files.filter(({ kind }) => kind !== "reverted")).toEqual([]);
        expect(filesBelow(root)).toEqual(before);
        if (reviewed.receipt === null) return;
        await undoChange(await open(), { receipt: reviewed.receipt, by: "command", signal });
        expect(filesBelow(root)).toEqual(after);
      }),
      { numRuns: 15 },
    );
  });

  test("a kept file that changed during the review is reported; one that did not is not", async () => {
    commit({ "a.txt": "a\n", "b.txt": "b\n" });
    write("a.txt", "A\n");
    write("b.txt", "B\n");
    const workspace = await open();
    const { plan } = await readWorkTree(workspace, null);
    write("a.txt", "EVIL\n");
    const decision: Decision = { approval_id: "1", items: plan.files.map(keep) };
    const { warnings } = await carryOutReview(workspace, { plan, decision, signal });
    expect(warnings).toEqual(["a.txt changed while it was being reviewed: what is there now was not shown."]);
  });

  test("a mode that changed along with the text is named", async () => {
    commit({ "a.txt": "a\n" });
    write("a.txt", "A\n");
    fs.chmodSync(join(root, "a.txt"), 0o755);
    expect((await readWorkTree(await open(), null)).named).toEqual([
      { path: "a.txt", why: "Its mode changed: it is now executable. Reverting its text leaves that as it is." },
    ]);
  });

  test("an object that is missing is said, not a crash", async () => {
    commit({ "a.txt": "a\n" });
    const name = git("rev-parse", "HEAD:a.txt").trim();
    fs.rmSync(join(root, ".git/objects", name.slice(0, 2), name.slice(2)));
    write("a.txt", "A\n");
    await expect(readWorkTree(await open(), null)).rejects.toMatchObject({ code: "INVALID_ARG" });
  });

  test("what the person typed is written instead", async () => {
    commit({ "a.txt": "a\n" });
    write("a.txt", "A\n");
    const content = "other\n" as Text;
    const edited = ({ digest }: FilePlan): Answer => ({
      digest,
      by,
      action: "modify",
      content,
      after: versionOfText(content),
    });
    expect((await review(edited)).files).toMatchObject([{ kind: "edited" }]);
    expect(read("a.txt")).toBe("other\n");
  });

  test("parts of a split change, given as one text, are a revert in part; a line of one's own is an edit", async () => {
    commit({ "a.txt": "a\nb\nc\n" });
    write("a.txt", "A\nB\nC\n");
    write("new.txt", "one\ntwo\n");
    const modify = ({ digest }: FilePlan, content: string): Answer => {
      const after = versionOfText(content as Text);
      return { digest, by, action: "modify", content, after };
    };
    const workspace = await open();
    const { plan } = await readWorkTree(workspace, null);
    const items = [modify(plan.files[0]!, "A\nb\nC\n"), modify(plan.files[1]!, "two\n")];
    const finished = await finishReview(workspace, { plan, decision: { approval_id: "1", items }, signal });
    expect(finished.files).toMatchObject([
      { kind: "reverted", some: true },
      { kind: "reverted", some: true },
    ]);
    expect([read("a.txt"), read("new.txt")]).toEqual(["A\nb\nC\n", "two\n"]);
    expect(listReviewed(finished.files, workspace.show)).toEqual({
      kept: [],
      reverted: ["a.txt", "new.txt"],
      reverted_in_part: ["a.txt", "new.txt"],
      edited: [],
      failed: [],
    });
    expect(finished.prompt).toBe(
      "I reviewed your changes.\n\nI reverted your changes to:\n- a.txt (in part)\n- new.txt (in part)\n",
    );
    expect((await review((file) => modify(file, "A\nmine\nC\n"))).files[0]).toMatchObject({ kind: "edited" });
  });

  test("without an answer nothing is written", async () => {
    commit({ "a.txt": "a\n" });
    write("a.txt", "A\n");
    expect(await review(() => null)).toMatchObject({ files: [{ kind: "kept" }], receipt: null });
    expect(read("a.txt")).toBe("A\n");
  });
});
