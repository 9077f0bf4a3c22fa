// The database of a team: --store, or GALLEY_STORE, which other users of the machine cannot read from a list of processes.

import { UsageError, type Arguments } from "../arguments.ts";

export function storeUrl({ values }: Arguments, environment: NodeJS.ProcessEnv): string {
  const given = values.get("--store")?.[0] ?? environment["GALLEY_STORE"];
  if (given === undefined || given === "")
    throw new UsageError("serve needs a database: --store postgres://…, or GALLEY_STORE with the same");
  if (!/^postgres(?:ql)?:\/\//.test(given)) throw new UsageError("--store needs a URL that begins with postgres://");
  return given;
}
