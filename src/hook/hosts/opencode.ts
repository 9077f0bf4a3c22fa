// opencode, through our plugin (integrations/opencode), which sends what opencode passes to it: `{ input, output }`, with
// the folder beside them. Measured with 1.18.33. There is no question that a plugin could ask for.

import type { HookAnswer, HookCall, Host, Message } from "../types.ts";
import { objectIn, textIn } from "./message.ts";

export const opencode: Host = {
  name: "opencode",
  title: "opencode",
  // It waits for a plugin without end; this is how long the plugin waits for us.
  limitMs: 600_000,
  asks: "never",
  patchCommands: false,
  startedIn: "cwd",
  tools: {
    edit: { does: "edit", path: "filePath", find: "oldString", put: "newString", all: "replaceAll" },
    write: { does: "write", path: "filePath", content: "content" },
    apply_patch: { does: "patch", text: "patchText" },
    bash: { does: "command", command: "command" },
    read: { does: "read", path: "filePath" },
    grep: { does: "search", paths: ["path"], shows: "lines" },
    glob: { does: "search", paths: ["path"], patterns: ["pattern"], shows: "names" },
    list: { does: "search", paths: ["path"], shows: "names" },
  },
  habits: {
    names: { decodes: false, searches: false },
    edit: { crlfInLf: "file", crlfInCrlf: "file", takesBreak: false, keepsFinalBreak: false, creates: false },
    write: { onlyNew: false, keepsBom: true, endings: "content", escapes: "kept" },
    patch: { endings: "raw", finalBreak: "added", addReplaces: true, bom: "apart" },
  },
  recognises: () => false,
  read: readPlugin,
  render: pluginAnswer,
};

function readPlugin(message: Message): HookCall | null {
  const [input, output] = [objectIn(message, "input"), objectIn(message, "output")];
  if (input === null) return null;
  // An event of opencode itself, about no call.
  if (textIn(input, "type") !== null && !("tool" in input) && output === null)
    return { ...NO_CALL, cwd: textIn(message, "cwd") };
  const [tool, session] = [textIn(input, "tool"), textIn(input, "sessionID")];
  const isBefore = output !== null && "args" in output;
  if (tool === null || session === null || (!isBefore && !("args" in input))) return null;
  return {
    event: isBefore ? "before" : "after",
    session,
    callId: textIn(input, "callID"),
    transcript: null,
    sentAt: null,
    cwd: textIn(message, "cwd"),
    tool,
    input: (isBefore ? output["args"] : input["args"]) ?? null,
  };
}

const NO_CALL: HookCall = {
  event: "other",
  session: "",
  callId: null,
  transcript: null,
  sentAt: null,
  cwd: null,
  tool: "",
  input: null,
};

function pluginAnswer(answer: HookAnswer): object | null {
  switch (answer.kind) {
    case "nothing":
    case "allow":
      return { decision: "allow" };
    case "allow-modified":
      return { decision: "allow", args: answer.input };
    case "deny":
    case "ask":
      return { decision: "deny", reason: answer.reason };
    case "report":
      return { decision: "allow", message: answer.message };
    default:
      return answer satisfies never;
  }
}
