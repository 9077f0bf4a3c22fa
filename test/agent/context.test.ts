// S4-30 and S4-18 … S4-25 in a conversation: what the model was shown decides what it may edit; what it made it has
// seen; what it named is shown next time; what came of its edits is told to it, never mixed into the person's words.

import { describe, expect, test } from "vitest";
import { withTalk, type Talk } from "./server-run.ts";

const block = (path: string, find: string, put: string): string =>
  `${path}\n««« EDIT\n${find}═══════ REPL\n${put}»»» EDIT END\n`;
const FILES = { "a.txt": "one\n", "b.txt": "one\n", "bin.dat": Uint8Array.of(0) };

function talk(
  answers: readonly string[],
  work: (talk: Talk & { blocks: Talk["say"] }) => Promise<void>,
): Promise<void> {
  return withTalk(
    "openai",
    answers.map((text) => ({ text })),
    (given) => {
      given.session.context.add(given.session.workspace().resolve("a.txt"));
      return work({ ...given, blocks: (prompt, more = {}) => given.say(prompt, { mode: "blocks", ...more }) });
    },
    { files: FILES },
  );
}
const shownIn = (body: Readonly<Record<string, unknown>>): string =>
  (body["messages"] as { role: string; content: string }[])[0]!.content;

describe("S4-30", () => {
  test("an edit of a file that is not in context is not attempted", () =>
    talk([block("b.txt", "one\n", "two\n")], async ({ blocks, read }) => {
      const { report } = await blocks("go");
      expect(report!.results).toMatchObject([{ file_path: "b.txt", status: "NOT_IN_CONTEXT" }]);
      expect(await read("b.txt")).toBe("one\n");
    }));

  test("what is in context is applied in the same response; a mixed response reports both", () =>
    talk([block("b.txt", "one\n", "two\n") + block("a.txt", "one\n", "two\n")], async ({ blocks, read }) => {
      const { report, notes } = await blocks("go");
      expect(report!.results.map(({ status }) => status)).toEqual(["NOT_IN_CONTEXT", "APPLIED"]);
      expect([await read("a.txt"), await read("b.txt")]).toEqual(["two\n", "one\n"]);
      expect(report!.files_modified).toEqual(["a.txt"]);
      expect(notes).toEqual([expect.stringContaining("The model had not seen b.txt")]);
    }));

  test("a create block is always attempted; T78: what it made can be edited in the same response", () =>
    talk([block("new.txt", "", "x\n") + block("new.txt", "x\n", "y\n")], async ({ blocks, read, session }) => {
      const { report } = await blocks("go");
      expect(report!.results.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED"]);
      expect(await read("new.txt")).toBe("y\n");
      expect([report!.files_created, report!.files_auto_added]).toEqual([["new.txt"], []]);
      expect([...session.context]).toEqual(["vfs/a.txt", "vfs/new.txt"]);
    }));

  test("auto-added files appear in the selection, on the display and in the next request", () =>
    talk(
      [block("b.txt", "one\n", "two\n"), block("b.txt", "one\n", "two\n")],
      async ({ blocks, read, session, display, server }) => {
        const { report } = await blocks("go");
        expect(report!.files_auto_added).toEqual(["b.txt"]);
        expect([...session.context]).toEqual(["vfs/a.txt", "vfs/b.txt"]);
        expect(display.of("onFilesChanged").map(([, files]) => files)).toEqual([["a.txt", "b.txt"]]);
        expect(server.requests, "S4-22: nothing is sent by itself").toHaveLength(1);
        expect(shownIn(server.requests[0]!.body)).not.toContain("b.txt");
        const again = await blocks("go on");
        expect(shownIn(server.requests[1]!.body)).toContain("b.txt\n```\none\n```");
        expect(JSON.stringify(server.requests[1]!.body)).toContain(
          "b.txt: NOT_IN_CONTEXT. You had not seen this file, so the edit was not tried. You can see it now; send the edit again.",
        );
        expect(again.report!.results.map(({ status }) => status)).toEqual(["APPLIED"]);
        expect(await read("b.txt")).toBe("two\n");
      },
    ));

  test("T77: a missing file is FAILED file_not_found; missing, binary and escaping paths are never auto-added", () =>
    talk(
      [["none.txt", "bin.dat", "../out.txt"].map((path) => block(path, "one\n", "two\n")).join("\n")],
      async ({ blocks, session }) => {
        const { report } = await blocks("go");
        expect(report!.results.map(({ status, error_type }) => [status, error_type])).toEqual([
          ["FAILED", "file_not_found"],
          ["SKIPPED", "binary"],
          ["SKIPPED", "path_refused"],
        ]);
        expect(report!.files_auto_added).toEqual([]);
        expect([...session.context]).toEqual(["vfs/a.txt"]);
      },
    ));
});

describe("S4-21, S4-25: streamComplete", () => {
  test("carries results, lists and a note that advises a follow-up; the retry text is offered, never sent", () =>
    talk(
      [
        block("b.txt", "one\n", "two\n") +
          block("a.txt", "nowhere\n", "x\n") +
          block("a.txt", "one\n", "two\n") +
          block("new.txt", "", "x\n"),
      ],
      async ({ blocks, display, server, session }) => {
        const { report, complete, notes } = await blocks("go");
        expect(display.of("onStreamComplete").map(([, told]) => told)).toEqual([complete]);
        expect(complete).toEqual({
          results: report!.results,
          files_modified: ["a.txt"],
          // T83: made is one thing, named without having been seen another.
          files_created: ["new.txt"],
          files_deleted: [],
          files_auto_added: ["b.txt"],
          note:
            "The model had not seen b.txt, so its edits there were not tried. It is selected now, and the model will see " +
            "it with your next message: ask it to continue.",
          retry:
            "The edit of a.txt did not apply. Please send it again, with the text copied exactly from the file. You can " +
            "see b.txt now. Please send your edits of it again.",
        });
        expect(notes).toEqual([complete!.note]);
        // T84: nothing was sent, and nothing waits in the person's words.
        expect(server.requests).toHaveLength(1);
        expect(session.messages.filter(({ role }) => role === "user")).toEqual([{ role: "user", text: "go" }]);
        const order = display.told.map(([name]) => name).filter((name) => /Applied|Changed|Complete|Note/.test(name));
        expect(order).toEqual(["onNotApplied", "onApplied", "onFilesChanged", "onStreamComplete", "onNote"]);
      },
    ));

  test("says nothing more when everything is done, and does not come for an answer without edits", () =>
    talk([block("a.txt", "one\n", "two\n"), "just words"], async ({ blocks, display }) => {
      expect((await blocks("go")).complete).toMatchObject({ note: null, retry: null, files_auto_added: [] });
      expect((await blocks("and?")).complete).toBeNull();
      expect(display.of("onStreamComplete")).toHaveLength(1);
    }));

  test("a person's no is final: it is not offered again", () =>
    talk([block("a.txt", "one\n", "two\n")], async ({ blocks }) => {
      const result = await blocks("go", { approve: ({ autoApproved }) => autoApproved });
      expect(result.complete).toMatchObject({ retry: null });
    }));
});

describe("what came of the edits", () => {
  test("S4-19, T84: enters the next request beside the person's words, once", () =>
    talk(
      [block("a.txt", "nowhere\n", "x\n") + block("a.txt", "one\n", "two\n"), "I see.", "Yes."],
      async ({ blocks, server, session }) => {
        await blocks("first");
        await blocks("second");
        await blocks("third");
        const words = server.requests.map(({ body }) => (body["messages"] as { content: string }[]).at(-1)!.content);
        expect(words[1]).toMatch(
          /^Results of the edits in your last answer:\n- a.txt: FAILED \(anchor_not_found\)[^]*- a.txt: APPLIED[^]*\n\nsecond$/,
        );
        expect(words[2]).toBe("third");
        expect(session.messages.flatMap((one) => (one.role === "user" ? [one.text] : []))).toEqual([
          "first",
          "second",
          "third",
        ]);
      },
    ));

  test("a rejection is reported with its reason", () =>
    talk([block("a.txt", "one\n", "two\n"), "ok"], async ({ blocks, server, read }) => {
      const no = { approved: false, reason: "keep one" } as const;
      const result = await blocks("go", { approve: ({ autoApproved }) => (autoApproved ? true : no) });
      expect(result.report!.results).toMatchObject([{ status: "SKIPPED", error_type: "rejected" }]);
      await blocks("and?");
      expect(JSON.stringify(server.requests[1]!.body)).toContain("keep one");
      expect(await read("a.txt")).toBe("one\n");
    }));

  test("an unfinished block is reported as incomplete and not applied; the one before it is", () =>
    withTalk(
      "openai",
      [{ text: `${block("a.txt", "one\n", "two\n")}\na.txt\n««« EDIT\ntwo\n═══`, reason: "length" }],
      async ({ say, read, session }) => {
        session.context.add(session.workspace().resolve("a.txt"));
        const { report, notes } = await say("go", { mode: "blocks" });
        expect(report!.results.map(({ status, error_type }) => [status, error_type])).toEqual([
          ["APPLIED", null],
          ["FAILED", "incomplete"],
        ]);
        expect(notes).toContain("The response was cut off: the model hit its output limit.");
        expect(await read("a.txt")).toBe("two\ntwo\n");
      },
    ));

  test("stop_run in the middle of an answer ends the turn", () =>
    talk([block("a.txt", "one\n", "two\n"), "ok"], async ({ blocks, read }) => {
      const result = await blocks("go", { approve: ({ autoApproved }) => (autoApproved ? true : "cancel") });
      expect(result.kind).toBe("stopped");
      expect(await read("a.txt")).toBe("one\n");
      expect(await blocks("again")).toMatchObject({ kind: "done", text: "ok" });
    }));
});
