// The environment of a command on this machine: an allow-list, never what galley itself was started with.

import { isAbsolute } from "node:path";
import type { CommandCall } from "../../commands.ts";
import { HOME } from "./confine.ts";
import { DEFAULT_PATH } from "../programs.ts";

export type EnvironmentOptions = {
  readonly where: "confined" | "host";
  /** Our own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Names that go on too. */
  readonly pass?: readonly string[];
};

const PASSED = ["PATH", "LANG", "LANGUAGE", "TZ", "USER", "LOGNAME", "COLORTERM"];

export function environmentFor(
  call: Pick<CommandCall, "environment">,
  { where, environment, pass = [] }: EnvironmentOptions,
): Record<string, string> {
  const names = Object.keys(environment).filter(
    (name) => PASSED.includes(name) || name.startsWith("LC_") || pass.includes(name),
  );
  const passed = Object.fromEntries(names.map((name) => [name, environment[name] ?? ""]));
  return {
    ...passed,
    // A relative folder means another one in every folder.
    PATH: (environment["PATH"] ?? DEFAULT_PATH).split(":").filter(isAbsolute).join(":"),
    HOME: where === "confined" ? HOME : (environment["HOME"] ?? "/"),
    TERM: "dumb",
    PAGER: "cat",
    GIT_PAGER: "cat",
    ...call.environment,
    // So that a galley started by the command knows that no person is typing.
    GALLEY_COMMAND: where,
  };
}
