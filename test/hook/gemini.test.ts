// What Gemini CLI does with a call that others do not: it decodes paths, looks for relative ones elsewhere, and for some
// models replaces escapes in a new content. Rules allow everything here, so what is denied is denied for that.

import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { Place } from "../support/galley.ts";
import { field } from "./hosts/host.ts";

beforeAll(ensureBuilt);

let place: Place;
beforeEach(() => {
  place = new Place({ "a.txt": "one\ntwo\n", "sub/b.txt": "b\n", ".git/HEAD": "ref: refs/heads/main\n" });
  place.put(
    join("..", "config", "galley", "config.json"),
    JSON.stringify({
      policy: [{ effect: "deny", tool: "read_file", path: "workspace/secret/**" }, { effect: "allow" }],
    }),
  );
});

const TRANSCRIPT = join("..", ".gemini", "tmp", "p", "chats", "s.jsonl");
const said = (model: string): void => place.put(TRANSCRIPT, `${JSON.stringify({ type: "gemini", model })}\n`);

function answerTo(tool: string, input: unknown): unknown {
  const message = {
    session_id: "s",
    hook_event_name: "BeforeTool",
    timestamp: "t",
    tool_name: tool,
    tool_input: input,
  };
  const sent = { ...message, cwd: place.folder, transcript_path: join(place.folder, TRANSCRIPT) };
  const ran = place.galley(["hook", "gemini"], { input: JSON.stringify(sent) });
  expect(ran).toMatchObject({ code: 0, err: "" });
  return ran.out === "" ? null : JSON.parse(ran.out);
}

const write = (content: string, path = join(place.folder, "new.txt")): unknown => ({ file_path: path, content });
const ALLOWED = { decision: "allow" };

test("escapes in a new content are denied where they may be replaced, and pass where they are kept", () => {
  const code = 'print("a\\n")\n';
  const denied = { decision: "deny", reason: expect.stringContaining("Send the text with replace") };
  expect(answerTo("write_file", write(code))).toEqual(denied);
  said("gemini-pro-latest");
  expect(answerTo("write_file", write(code))).toEqual(denied);
  expect(answerTo("write_file", write("plain\n"))).toEqual(ALLOWED);
  const created = { file_path: join(place.folder, "new.txt"), instruction: "", old_string: "", new_string: code };
  expect(answerTo("replace", created)).toEqual(ALLOWED);
  said("gemini-2.5-pro");
  expect(answerTo("write_file", write(code))).toEqual(ALLOWED);
});

test("a relative path is made absolute, so that the file that was approved is the one that is written", () => {
  const answer = answerTo("write_file", write("B\n", "sub/b.txt"));
  expect(field(answer, "hookSpecificOutput", "tool_input")).toEqual(write("B\n", join(place.folder, "sub/b.txt")));
});

test.each([
  ["an escape of a URL", () => join(place.folder, "%61.txt")],
  ["a leading @", () => "@sub/b.txt"],
  ["a home directory", () => "~/b.txt"],
])("a path that it reads otherwise is denied: %s", (_, path) => {
  const reason = expect.stringContaining("depends on how the agent reads the name");
  expect(answerTo("write_file", write("x\n", path()))).toEqual({ decision: "deny", reason });
});

test("a file that may not be read is not read under another spelling of its name", () => {
  place.put("secret/key.txt", "k\n");
  for (const name of ["secret/key.txt", "@secret/key.txt", "%73ecret/key.txt", " secret/key.txt"])
    expect(answerTo("read_file", { file_path: name }), name).toMatchObject({ decision: "deny" });
  expect(answerTo("read_file", { file_path: "a.txt" })).toBe(null);
});
