// The compose file and the manifest for a team's inbox: every command line of galley in them is one that galley takes, and
// the proxy lets through what machines need, and nothing else.

import { describe, expect, test } from "vitest";
import { parseArguments } from "../arguments.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../command-table.ts";
import { MACHINE_API } from "../../team/index.ts";
import { commandsIn, readTeamFile } from "../../../test/support/team-files.ts";

describe.each([
  ["compose.yaml", 2],
  ["kubernetes.yaml", 2],
] as const)("%s", (name, count) => {
  test("has only commands that galley takes", () => {
    const commands = commandsIn(readTeamFile(name));
    expect(commands).toHaveLength(count);
    for (const [program, command, ...rest] of commands) {
      expect([program, command]).toEqual(["galley", "serve"]);
      const { words, values } = parseArguments(rest, { ...GLOBAL_OPTIONS, ...COMMANDS["serve"]!.options });
      if (words[0] === "migrate") expect([words, values.size]).toEqual([["migrate"], 0]);
      else {
        expect(words).toEqual([]);
        expect([...values.keys()].toSorted()).toEqual(["--audience", "--config", "--issuer", "--keys", "--listen", "--url"]); // prettier-ignore
      }
    }
    // Every mention of the program is one of those that were read.
    expect(readTeamFile(name).match(/galley,\s+serve/g)).toHaveLength(count);
    expect(readTeamFile(name)).not.toMatch(/\t/);
  });
});

test("the proxy lets machines through with their own header, and signs in everyone else", () => {
  const variables = new Map([...readTeamFile("compose.yaml").matchAll(/^ +(OAUTH2_PROXY_\w+): "?(.*?)"?$/gm)].map(([, key, value]) => [key, value])); // prettier-ignore
  const [method, pattern] = variables.get("OAUTH2_PROXY_SKIP_AUTH_ROUTES")!.split("=") as [string, string];
  expect([method, new RegExp(pattern).test(`${MACHINE_API}/put`)]).toEqual(["POST", true]);
  for (const path of ["/api/state", "/", "/x/machine/v1/put", "/healthz"])
    expect(new RegExp(pattern).test(path)).toBe(false);
  expect(variables.get("OAUTH2_PROXY_SKIP_AUTH_STRIP_HEADERS")).toBe("false");
  expect(variables.get("OAUTH2_PROXY_PASS_AUTHORIZATION_HEADER")).toBe("true");
});
