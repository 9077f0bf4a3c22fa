// `galley edit-last`: which file it opens, at which line, and that what comes back goes the same road as any change.

import { chmodSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, program } from "./built.ts";
import { block, Place } from "./support/galley.ts";
import { openScreen, type Screen } from "./terminal/pty.ts";

beforeAll(ensureBuilt);
let open: Screen | null = null;
afterEach(() => {
  open?.kill("SIGKILL");
  open = null;
});

const TEXT = "one\r\ntwo\r\nthree\r\n";

/** A folder in which galley has just changed line 2 of these files. `editor` is a shell script; `$1` is the file. */
function changed(editor: string, ...names: readonly string[]) {
  const files = names.length === 0 ? ["a.txt"] : names;
  const place = new Place(Object.fromEntries(files.map((name) => [name, TEXT])));
  place.put("../editor", `#!/bin/sh\n${editor}\n`);
  chmodSync(join(place.base, "editor"), 0o755);
  const env = { EDITOR: join(place.base, "editor"), TMPDIR: place.base };
  const answer = files.map((name) => block(name, "two\n", "TWO\n")).join("\n");
  expect(place.galley(["apply", "-", "--yes"], { input: answer }).code).toBe(0);
  return {
    place,
    galley: (...args: readonly string[]) => place.galley(args, { env }),
    screen: (line: string): Screen => {
      const state = { XDG_STATE_HOME: join(place.base, "state"), XDG_CONFIG_HOME: join(place.base, "config") };
      open = openScreen("sh", ["-c", line.replaceAll("GALLEY", `"${process.execPath}" "${program}"`)], {
        cwd: place.folder,
        env: { ...state, ...env, VISUAL: undefined, NO_COLOR: "1", GALLEY_PLAIN: "1" },
      });
      return open;
    },
  };
}

/** The text in the file that the message names. */
function kept(message: string): string {
  return readFileSync(/(\/\S*\/a\.txt)/.exec(message)?.[1] ?? "no file is named", "utf8");
}

describe("without a terminal", () => {
  test("--yes writes what was edited, with the file's endings; undo takes back that edit alone", () => {
    const { place, galley } = changed(`printf 'one\\nZWEI\\nthree\\n' > "$1"`);
    const { code, out } = galley("edit-last", "--yes");
    expect([code, place.read("a.txt")]).toEqual([0, "one\r\nZWEI\r\nthree\r\n"]);
    expect(out).toMatch(/^✓ a\.txt {2}is as you edited it\. Undo it with: galley undo \S+\n$/);
    expect(galley("undo").code).toBe(0);
    expect(place.read("a.txt")).toBe("one\r\nTWO\r\nthree\r\n");
  });

  test("--json reports what happened, and an editor that prints does not disturb it", () => {
    const { galley } = changed(`echo chatter; echo mine > "$1"`);
    const { code, out } = galley("edit-last", "--yes", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      path: "a.txt",
      status: "written",
      message: expect.any(String),
      receipt_id: expect.any(String),
    });
    expect(galley("edit-last", "--json")).toMatchObject({ code: 2 });
  });

  test("without approval nothing is written", () => {
    const { place, galley } = changed(`echo mine > "$1"`);
    const { code, err } = galley("edit-last");
    expect([code, place.read("a.txt")]).toEqual([1, "one\r\nTWO\r\nthree\r\n"]);
    expect(err).toContain("Your edit of a.txt was not written. Not approved: no reviewer is available.");
    expect(kept(err)).toBe("mine\r\n");
  });

  test.each([
    ["an editor that failed", `echo mine > "$1"; exit 1`, "mine\n"],
    ["a file that changed meanwhile", `echo mine > "$1"; echo theirs > a.txt`, "mine\r\n"],
  ])("%s: what was typed is kept", (_, editor, content) => {
    const { galley } = changed(editor);
    const { code, err } = galley("edit-last", "--yes");
    expect([code, kept(err)]).toEqual([1, content]);
  });

  test("it opens at the line where the change began", () => {
    const { place, galley } = changed("exit 0");
    place.put(
      "../vim",
      `#!/bin/sh\necho "$1" > "${place.base}/seen"\nbasename "$2" >> "${place.base}/seen"\ntouch "$2"\n`,
    );
    chmodSync(join(place.base, "vim"), 0o755);
    const ran = place.galley(["edit-last"], { env: { VISUAL: join(place.base, "vim") } });
    expect(ran).toMatchObject({ code: 0, out: "You changed nothing in a.txt.\n" });
    expect(readFileSync(join(place.base, "seen"), "utf8")).toBe("+2\na.txt\n");
    expect(galley("log").out.match(/decided by/g)).toHaveLength(1);
  });

  test.each<[string, string, (place: Place) => void, string]>([
    [
      "an editor that failed",
      "exit 3",
      () => undefined,
      "ended with code 3, so nothing from it was used. Nothing was written.",
    ],
    ["a file that was deleted", "exit 0", (place) => rmSync(join(place.folder, "a.txt")), "a.txt was deleted since"],
    ["a file that is no text", "exit 0", (place) => place.put("a.txt", "\0"), "is not text"],
    [
      "a file that changes meanwhile",
      `echo x > "$1"; echo y > a.txt`,
      () => undefined,
      "changed while you were editing",
    ],
  ])("%s", (_, editor, change, message) => {
    const { place, galley } = changed(editor);
    change(place);
    const { code, err } = galley("edit-last", "--yes");
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    expect(place.tree()["a.txt"] ?? "gone").not.toContain("x");
  });

  test("a file that was changed since is opened as it is, and that is said", () => {
    const { place, galley } = changed(`echo last >> "$1"`);
    place.put("a.txt", "other\n");
    const { code, err } = galley("edit-last", "--yes");
    expect([code, place.read("a.txt")]).toEqual([0, "other\nlast\n"]);
    expect(err).toContain("a.txt was changed since; this is its content now.");
  });

  test("no last change", () => {
    const place = new Place({ "a.txt": TEXT });
    expect(place.galley(["edit-last"])).toMatchObject({
      code: 1,
      err: "galley: Nothing has been changed here by galley yet.\n",
    });
    const { galley } = changed("exit 0");
    expect(galley("undo").code).toBe(0);
    expect(galley("edit-last").err).toBe("galley: Nothing has been changed here by galley yet.\n");
  });

  test("a change that deleted its only file", () => {
    const place = new Place({ "a.txt": TEXT });
    expect(place.galley(["tool", "rm", `{"path":"a.txt"}`, "--yes"]).code).toBe(0);
    expect(place.galley(["edit-last"]).err).toMatch(
      /deleted a\.txt; there is nothing to edit\. Bring it back with: galley undo \S+\n$/,
    );
  });

  test("several files: one must be named; an older change of another file can be", () => {
    const { place, galley } = changed(`echo mine >> "$1"`, "a.txt", "b.txt");
    const { code, err } = galley("edit-last", "--yes");
    expect([code, err]).toEqual([2, expect.stringContaining("wrote 2 files; name one: galley edit-last a.txt")]);
    expect(galley("edit-last", "b.txt", "--yes").code).toBe(0);
    expect(galley("edit-last", "a.txt", "--yes").code).toBe(0);
    expect(place.tree()).toEqual({
      "a.txt": `${TEXT.replace("two", "TWO")}mine\r\n`,
      "b.txt": `${TEXT.replace("two", "TWO")}mine\r\n`,
    });
    expect(galley("edit-last", "c.txt", "--yes")).toMatchObject({
      code: 1,
      err: "galley: Galley has changed nothing in c.txt.\n",
    });
  });
});

describe("on a terminal", () => {
  test("the diff is shown, and a yes writes it", async () => {
    const { place, screen: start } = changed(`sed -i s/TWO/ZWEI/ "$1"`);
    const screen = start("GALLEY edit-last");
    await screen.waitFor(/-TWO[^]*\+ZWEI[^]*\]:\s*$/);
    expect(place.read("a.txt")).toBe("one\r\nTWO\r\nthree\r\n");
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(place.read("a.txt")).toBe("one\r\nZWEI\r\nthree\r\n");
  });

  test("several files: the person picks one", async () => {
    const { place, screen: start } = changed(`echo mine >> "$1"`, "a.txt", "b.txt");
    const screen = start("GALLEY edit-last --yes");
    await screen.waitFor(/1 {2}a\.txt\s+2 {2}b\.txt\s+Which one\? \[1-2, Enter for none\]:\s*$/);
    screen.type("9\r");
    await screen.waitFor(/9\s+Which one\? [^]*:\s*$/);
    screen.type("2\r");
    expect((await screen.exit).code).toBe(0);
    expect([place.read("a.txt"), place.read("b.txt")]).toEqual([
      TEXT.replace("two", "TWO"),
      `${TEXT.replace("two", "TWO")}mine\r\n`,
    ]);
  });

  test("a file that changed while it was edited is asked about, also with --yes", async () => {
    const { place, screen: start } = changed(`echo mine > "$1"; echo theirs > a.txt`);
    const screen = start("GALLEY edit-last --yes");
    await screen.waitFor(/changed while you were editing it[^]*-theirs[^]*\]:\s*$/);
    screen.type("n\r");
    expect((await screen.exit).code).toBe(1);
    expect(place.read("a.txt")).toBe("theirs\n");
  });
});
