// What closing the editor means, and that what a person typed is never lost: both reviewers, real programs as editors.

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AFTER, BEFORE, reviews, type Reviewing } from "./reviewing.ts";

const WAYS = { plain: { GALLEY_PLAIN: "1" }, screen: {} } as const;
type Way = keyof typeof WAYS;
const both = Object.keys(WAYS) as Way[];
const open = { plain: reviews({ rows: 40, env: WAYS.plain }), screen: reviews({ rows: 40 }) };
/** The plain reviewer takes an answer behind its colon. */
const ENDS = { plain: String.raw`\[y\/n\]:\s*$`, screen: String.raw`\[y\/n\]` } as const;
const question = (way: Way, before = ""): RegExp => new RegExp(`${before}[^]*Apply this edit\\? ${ENDS[way]}`);
const yours = (way: Way): RegExp => new RegExp(`This is your version[^]*\\? ${ENDS[way]}`);

/** `editor` is a shell script; `$1` is the file. */
function review(way: Way, editor: string, config: object = {}): Reviewing {
  const files = {
    "a.txt": BEFORE,
    "tmp/.keep": "",
    "editor.sh": `#!/bin/sh\n${editor}\n`,
    "galley.json": JSON.stringify(config),
  };
  const command = 'export TMPDIR="$PWD/tmp" EDITOR="$PWD/editor.sh"; GALLEY apply --config galley.json answer.md';
  return open[way]({ files, command });
}

const key = (way: Way, name: string): string => (way === "plain" ? `${name}\r` : name);

/** The file that the screen names as the place where typed text is kept. */
function keptIn(reviewing: Reviewing): string {
  const path = /(\/\S*galley-edit-\S+?\/a\.txt)/.exec(reviewing.shown().replaceAll("\n", ""))?.[1] ?? "none";
  return existsSync(path) ? readFileSync(path, "utf8") : `nothing is kept in ${path}`;
}

describe.each(both)("%s: an editor that ended well", (way) => {
  test.each([
    ["closed without saving", "sleep 0.5"],
    ["closed at once", "exit 0"],
  ])("%s: the question comes back", async (_, editor) => {
    const reviewing = review(way, editor);
    await reviewing.play([question(way), key(way, "e")]);
    await reviewing.screen.waitFor(question(way, "nothing is answered"));
    expect(reviewing.read()).toBe(BEFORE);
    reviewing.screen.type(key(way, "n"));
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test.each([
    ["saved without changes", `cp "$1" "$1~"; cat "$1~" > "$1"`],
    ["saved without changes, by another file in its place", `cp "$1" "$1~"; mv "$1~" "$1"`],
  ])("%s: it applies", async (_, editor) => {
    const reviewing = review(way, editor);
    await reviewing.play([question(way), key(way, "e")]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("saved with changes: the new diff is shown and asked about", async () => {
    const reviewing = review(way, `sed -i s/TWO/ZWEI/ "$1"`);
    await reviewing.play([question(way), key(way, "e")]);
    await reviewing.screen.waitFor(yours(way));
    expect(reviewing.read()).toBe(BEFORE);
    reviewing.screen.type(key(way, "y"));
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("one\nZWEI\nthree\n");
  });

  test('editor_unchanged "apply": closed without saving applies, but not when it ended at once', async () => {
    const config = { editor_unchanged: "apply" };
    const reviewing = review(way, "sleep 0.5", config);
    await reviewing.play([question(way), key(way, "e")]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
    // On a busy machine even this one may be open for as long as a person needs, so it is tried until it was not.
    for (let tries = 0; ; tries += 1) {
      const quick = review(way, "exit 0", config);
      await quick.play([question(way), key(way, "e")]);
      const isAsked = await quick.screen.waitFor(question(way, "ended at once")).then(
        () => true,
        () => false,
      );
      if (!isAsked && tries < 20) continue;
      expect(isAsked).toBe(true);
      quick.screen.type(key(way, "n"));
      expect(await quick.end()).toBe(1);
      break;
    }
  });
});

describe.each(both)("%s: what was typed is kept", (way) => {
  test.each([
    ["an editor that failed", `echo mine > "$1"; exit 1`, "mine\n"],
    ["an editor that was killed", `echo mine > "$1"; kill -9 $$`, "mine\n"],
    ["bytes that are no text", `printf 'mine\\000\\n' > "$1"`, "mine\0\n"],
  ])("%s", async (_, editor, content) => {
    const reviewing = review(way, editor);
    await reviewing.play([question(way), key(way, "e")]);
    await reviewing.screen.waitFor(question(way, "What you saved is in"));
    expect(keptIn(reviewing)).toBe(content);
    reviewing.screen.type(key(way, "n"));
    await reviewing.end();
  });

  test("a review that was stopped", async () => {
    const reviewing = review(way, `echo mine > "$1"`);
    await reviewing.play([question(way), key(way, "e")], [yours(way), key(way, "q")]);
    expect(await reviewing.end()).toBe(1);
    expect(keptIn(reviewing)).toBe("mine\n");
  });

  test("a file that changed meanwhile", async () => {
    const reviewing = review(way, `echo mine > "$1"; echo four >> a.txt`);
    await reviewing.play([question(way), key(way, "e")], [yours(way), key(way, "y")]);
    await reviewing.screen.waitFor(new RegExp(`What you typed[^]*\\? ${ENDS[way]}`));
    expect(keptIn(reviewing)).toBe("mine\n");
    reviewing.screen.type(key(way, "y"));
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(`${AFTER}four\n`);
  });

  test("a file that changed so that the edit no longer fits", async () => {
    const reviewing = review(way, `echo mine > "$1"; echo other > a.txt`);
    await reviewing.play([question(way), key(way, "e")], [yours(way), key(way, "y")]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe("other\n");
    expect(keptIn(reviewing)).toBe("mine\n");
  });
});
