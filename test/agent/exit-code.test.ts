// The exit code of `galley run` says whether every edit of the model was made, in whatever way the model asked for it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { ensureBuilt } from "../built.ts";
import { BLOCK, EDIT, eventsOf, READ, Running } from "./running.ts";

let place: Running;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
});
afterEach(() => place.close());

const call = (old_string: string, new_string: string): Step => ({
  calls: [{ name: "edit_file", arguments: { path: "./a.txt", old_string, new_string } }],
});
const SEARCH = "a.txt\n<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n";
const MISS = SEARCH.replace("two", "none").replace("TWO", "NONE");

describe("tools", () => {
  test.each<[string, readonly Step[], number, string]>([
    ["a change that failed and was not tried again", [READ, call("none", "x"), { text: "Done." }], 1, "one\ntwo\n"],
    ["one that was made after all", [READ, call("none", "x"), EDIT, { text: "Done." }], 0, "one\nTWO\n"],
    ["one of two failed", [READ, EDIT, call("none", "x"), { text: "Done." }], 1, "one\nTWO\n"],
    ["an edit block in the words", [READ, { text: BLOCK }], 1, "one\ntwo\n"],
    ["a search/replace block in the words", [READ, { text: `Here:\n\n${SEARCH}` }], 1, "one\ntwo\n"],
    ["the same, made by a call", [READ, EDIT, { text: `I did:\n\n${SEARCH}` }], 0, "one\nTWO\n"],
    ["an empty answer", [{ text: "" }], 1, "one\ntwo\n"],
    ["an empty answer after reading", [READ, { text: " \n" }], 1, "one\ntwo\n"],
    ["a change and then an empty answer", [READ, EDIT, { text: "" }], 0, "one\nTWO\n"],
    ["code and commands", [READ, { text: "Run:\n\n```sh\nnpm i\n```\n\nSo:\n\n```js\nx()\n```\n" }], 0, "one\ntwo\n"],
  ])("%s", async (_, script, expected, content) => {
    const { code } = await place.run(["--approve", "all", "go"], await place.serve(script));
    expect([code, place.content()]).toEqual([expected, content]);
  });

  test("what was not applied is an event and a line on standard error", async () => {
    const { out } = await place.run(["--json", "go"], await place.serve([{ text: `Here:\n\n${BLOCK}` }]));
    const results = [{ file_path: "a.txt", status: "SKIPPED", error_type: "unsure", line: 3 }];
    const events = eventsOf(out);
    expect(events.filter(({ type }) => type === "edits-not-applied")).toMatchObject([{ results }]);
    expect(events.at(-1)).toMatchObject({ type: "run-end", exit_code: 1, report: { results } });
    const { err } = await place.run(["go"], await place.serve([{ text: `Here:\n\n${BLOCK}` }]));
    expect(err).toContain("Not applied:\n  a.txt  Line 3 of the answer: Not applied: ");
  });
});

describe("blocks", () => {
  test.each<[string, string, number, string]>([
    ["search/replace", SEARCH, 0, "one\nTWO\n"],
    ["one of two failed", `${SEARCH}\n${MISS}`, 1, "one\nTWO\n"],
    ["a diff without a file", `${SEARCH}\nAnd:\n\n\`\`\`diff\n-one\n+ONE\n\`\`\`\n`, 1, "one\nTWO\n"],
    ["a quotation", `a.txt\n\`\`\`\none\ntwo\n\`\`\`\n\n${SEARCH}`, 0, "one\nTWO\n"],
    ["what the file becomes", `${SEARCH}\na.txt\n\`\`\`\none\nTWO\n\`\`\`\n`, 0, "one\nTWO\n"],
    ["a part of the file alone", "c.txt\n```\nx\n```\n", 0, "one\ntwo\n"],
    ["a part of a file next to an edit of another", `c.txt\n\`\`\`\nx\n\`\`\`\n\n${SEARCH}`, 0, "one\nTWO\n"],
    ["an unseen file", SEARCH.replace("a.txt", "b.txt"), 1, "one\ntwo\n"],
    ["words", "It has two lines.\n", 0, "one\ntwo\n"],
    ["nothing", "", 1, "one\ntwo\n"],
  ])("%s", async (_, text, expected, content) => {
    writeFileSync(join(place.folder, "work", "b.txt"), "two\n");
    writeFileSync(join(place.folder, "work", "c.txt"), "x\ny\nz\n");
    const env = await place.serve([{ text }]);
    const { code } = await place.run(
      ["--approve", "all", "--mode", "blocks", "--context", "a.txt", "c.txt", "go"],
      env,
    );
    expect([code, place.content()]).toEqual([expected, content]);
  });

  test("an edit that is not applied is shown once, before anything is written", async () => {
    const env = await place.serve([{ text: `${MISS}\n${SEARCH}` }]);
    const { err } = await place.run(["--approve", "all", "--mode", "blocks", "--context", "a.txt", "go"], env);
    expect(err.match(/The SEARCH text/g)).toHaveLength(1);
    expect(err.indexOf("The SEARCH text")).toBeLessThan(err.indexOf("Changed line"));
    expect(err).toContain("1 of 2 edits applied");
  });
});
