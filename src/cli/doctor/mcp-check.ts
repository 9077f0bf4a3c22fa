// Whether the user's MCP servers can be started: their programs are looked for, nothing is started or called.

import { isFailure } from "../../base/index.ts";
import { findProgram } from "../../fs/node/index.ts";
import { effectiveConfig, loadConfig } from "../../workspace/index.ts";
import type { Settings } from "../settings.ts";
import { good, type Check, type Search } from "./check.ts";

/** None where no server is configured, or the config cannot be read, which is a check of its own. */
export async function checkMcpServers(
  { root, config: given, environment }: Settings,
  { outside }: Search,
): Promise<readonly Check[]> {
  const servers = await configured();
  const names = Object.keys(servers);
  if (names.length === 0) return [];
  const lost = Object.entries(servers).flatMap(([name, { command }]) =>
    command === undefined || findProgram(command, { path: environment["PATH"], outside }) !== null
      ? []
      : [`${name} (${command})`],
  );
  if (lost.length === 0) return [good("MCP servers", names.join(", "))];
  return [
    {
      name: "MCP servers",
      status: "missing",
      needed: false,
      found: `not installed: ${lost.join(", ")}`,
      means: "chat and run start without their tools.",
      todo: "Install the program, or name its absolute path in mcp_servers.",
    },
  ];

  async function configured(): Promise<ReturnType<typeof effectiveConfig>["mcp_servers"]["value"]> {
    try {
      const { user, project } = await loadConfig({ root, given, environment });
      return effectiveConfig(user, project).mcp_servers.value;
    } catch (error) {
      if (isFailure(error)) return {};
      throw error;
    }
  }
}
