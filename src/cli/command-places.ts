// Where the shell and eval tools run their commands, as the config says: confined unless the person asks for plainly.
// A project's config has no say in this.

import { failure, type WorkspacePath } from "../base/index.ts";
import type { CommandPlace, RootAddress } from "../fs/index.ts";
import type { Container } from "../fs/node/index.ts";
import type { ToolContext } from "../tools/index.ts";
import type { Config } from "./config-schema.ts";
import { homeFolder } from "./user-folders.ts";

export type Commands = Required<Pick<ToolContext, "place" | "safe" | "home">>;

export function createCommands(options: {
  readonly shell: NonNullable<Config["shell"]>;
  readonly addresses: ReadonlyMap<string, RootAddress>;
  /** The sandboxes that are containers, or a folder mounted into one: their commands run there. */
  readonly containers: ReadonlyMap<string, Container>;
  readonly home: string | null;
  readonly environment: NodeJS.ProcessEnv;
}): Commands {
  const { shell, addresses, containers, home, environment } = options;
  return {
    home: home as WorkspacePath | null, // A sandbox's name alone is the path of its root.
    safe: { commands: shell.safe_commands ?? [], reading: shell.safe_reading ?? false },
    place: async (sandbox, tool): Promise<CommandPlace> => {
      const container = containers.get(sandbox);
      if (container !== undefined) {
        const { openContainerPlace } = await import("../fs/node/index.ts");
        return openContainerPlace(container);
      }
      const address = addresses.get(sandbox);
      if (address?.kind !== "host")
        throw failure(
          "FORBIDDEN",
          `${tool} cannot run in ${sandbox || "no sandbox"}: commands need a folder on this machine's disk. Name one with cwd.`,
        );
      const where = tool === "eval" ? "confined" : (shell.where ?? "confined");
      const { openHostPlace, whyNotConfined } = await import("../fs/node/index.ts");
      const trouble = where === "confined" ? whyNotConfined() : null;
      if (trouble !== null)
        throw failure(
          "FORBIDDEN",
          `${tool} is not run: a command cannot be confined here (${trouble}). ${REMEDIES[tool]}`,
        );
      return openHostPlace({
        where,
        root: address.root,
        environment,
        pass: shell.pass_environment ?? [],
        readable: (shell.readable ?? []).map((path) => path.replace(/^~(?=\/|$)/, homeFolder(environment) ?? "~")),
      });
    },
  };
}

const REMEDIES = {
  shell:
    'Install bubblewrap, use a container sandbox, or let commands run unconfined with "shell": { "where": "host" } in your config. galley doctor tells more.',
  eval: "Install bubblewrap, or use a container sandbox. galley doctor tells more.",
};
