// Hooks are sent only the tools that the settings match. What galley knows about a tool is of no use if it is not sent, and
// what is sent for nothing makes the agent slower: the settings and the tables of the hosts name the same tools.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findHost, HOST_NAMES } from "../../src/hook/index.ts";
import { HOOK_HOSTS } from "../../src/install/index.ts";

type Matchers = { readonly before: readonly string[]; readonly after: readonly string[] };

const PLACE = {
  scope: "user",
  home: "/home/u",
  root: "/project",
  isRootNamed: false,
  platform: "linux",
  environment: {},
  packaged: (file: string) => readFileSync(join(import.meta.dirname, "../../integrations", file), "utf8"),
} as const;

function toolsOf(name: string): Matchers {
  const tools = Object.entries(findHost(name)!.tools);
  const changing = tools.filter(([, { does }]) => does !== "read" && does !== "search");
  return { before: tools.map(([tool]) => tool).toSorted(), after: changing.map(([tool]) => tool).toSorted() };
}

/** The names in the matchers of the events before and after a tool, in any settings of this shape. */
function matchersIn(settings: unknown): Matchers {
  const found = [...JSON.stringify(settings).matchAll(/"matcher":"([^"]*)"/g)].map(([, each]) =>
    each!.split("|").toSorted(),
  );
  const [before, after, ...more] = found;
  expect(more).toEqual([]);
  return { before: before!, after: after! };
}

test("every host can be installed, and every installed one is known", () =>
  expect(HOOK_HOSTS.map(({ name }) => name).toSorted()).toEqual(HOST_NAMES.toSorted()));

test.each(HOOK_HOSTS.map((host) => [host.name, host] as const))("%s is sent the tools of its table", (name, host) => {
  const change = host.change(["galley"], PLACE);
  const text = JSON.stringify(change);
  // Without a matcher the host sends every tool.
  expect(text.includes("matcher")).toBe(name === "claude-code" || name === "gemini");
  if (text.includes("matcher")) expect(matchersIn(change)).toEqual(toolsOf(name));
});

test("the plugin for Claude Code has what install writes", () => {
  const file = join(import.meta.dirname, "../../integrations/claude-code/hooks/hooks.json");
  const change = HOOK_HOSTS.find(({ name }) => name === "claude-code")!.change(["galley"], {
    ...PLACE,
    scope: "project",
  });
  const entries = change.kind === "json" ? change.entries : [];
  const hooks = Object.fromEntries(entries.map(({ path, value }) => [path.at(-1), [value]]));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ hooks });
});
