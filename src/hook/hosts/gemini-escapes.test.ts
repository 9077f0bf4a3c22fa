import { expect, test } from "vitest";
import type { HostFile } from "../types.ts";
import { keepsEscapes } from "./gemini-escapes.ts";

const TRANSCRIPT = "/home/u/.gemini/tmp/project/chats/session.jsonl";
const said = (model: string): string => JSON.stringify({ id: "1", type: "gemini", content: "", model });
const asked = JSON.stringify({ type: "user", content: 'say "gemini" and "model":"gemini-2.5-pro"' });

function isCertain(transcript: string | null, files: Readonly<Record<string, string>> = {}): boolean {
  const all: Readonly<Record<string, string>> = transcript === null ? files : { ...files, [TRANSCRIPT]: transcript };
  const read = (path: string): HostFile => {
    if (!Object.hasOwn(all, path)) return { kind: "absent" };
    return all[path] === "pipe" ? { kind: "unreadable" } : { kind: "text", text: all[path]! };
  };
  const environment = { GEMINI_CLI_SYSTEM_SETTINGS_PATH: "/moved/settings.json" };
  return keepsEscapes({ transcript: TRANSCRIPT, cwd: "/project" }, { read, environment });
}

test.each([
  ["2.5", [said("gemini-2.5-flash")], true],
  ["3", [said("gemini-3-pro-preview"), said("gemini-3.1-pro-preview")], true],
  ["of another vendor", [said("gemma-4-31b-it")], true],
  ["the newest of its kind", [said("gemini-pro-latest")], false],
  ["4", [said("gemini-4-pro")], false],
  ["20", [said("gemini-20-pro")], false],
  [
    "one of those before: what was written then is remembered",
    [said("gemini-pro-latest"), said("gemini-3-pro")],
    false,
  ],
  [
    "one of those in a record of several",
    [`{"$set":{"messages":[${said("gemini-exp")}]}}`, said("gemini-3-pro")],
    false,
  ],
  ["without a name", [JSON.stringify({ type: "gemini" })], false],
  ["a line that is cut off", [said("gemini-3-pro"), said("gemini-3-pro").slice(0, -9)], false],
  ["none", [asked], false],
])("a model: %s", (_, lines, expected) => expect(isCertain([asked, ...lines].join("\n"))).toBe(expected));

test.each([
  ["no transcript", null, {}],
  ["a transcript that is a pipe", "pipe", {}],
  [
    "the user's settings",
    said("gemini-3-pro"),
    { "/home/u/.gemini/settings.json": '{"tools":{"disableLLMCorrection":false}}' },
  ],
  [
    "the project's settings",
    said("gemini-3-pro"),
    { "/project/.gemini/settings.json": '{"disableLLMC\\u006frrection":1}' },
  ],
  ["the system's settings", said("gemini-3-pro"), { "/etc/gemini-cli/settings.json": "disableLLMCorrection" }],
  ["settings elsewhere", said("gemini-3-pro"), { "/moved/settings.json": "dynamicModelConfiguration" }],
  ["settings that cannot be read", said("gemini-3-pro"), { "/project/.gemini/settings.json": "pipe" }],
])("not certain: %s", (_, transcript, files) =>
  expect(isCertain(transcript, files as Readonly<Record<string, string>>)).toBe(false),
);
