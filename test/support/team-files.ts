// The command lines in the compose file and the manifest for a team's inbox.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../built.ts";

export function readTeamFile(name: "compose.yaml" | "kubernetes.yaml"): string {
  return readFileSync(join(root, "examples", "team", name), "utf8");
}

/** Lists in brackets that begin with `galley`, with the list `args` after one, as words. */
export function commandsIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/command:\s*\[\s*(galley,[^\]]*)\](?:\s*args:((?:\s+- \S+)+))?/g)].map(([, list, more]) => [
    ...list!.split(",").flatMap((word) => word.trim().replaceAll('"', "") || []),
    ...(more ?? "").split(/\s+- /).flatMap((word) => word.trim() || []),
  ]);
}
