// ripgrep as a finder for the host's files. It walks by itself and may be led astray by a hostile neighbour, so it
// only names files; what is in them is read through the safe walk afterwards.

import type { WorkspacePath } from "../../../base/index.ts";
import type { Finder } from "../../search/finder.ts";
import { findRipgrep } from "./binary.ts";
import { askFiles, askLarge, askLines, type Asked } from "./arguments.ts";
import { runRipgrep, type RunOptions } from "./run.ts";

/**
 * "auto": the program that came with the package, where it runs and the tree is large enough to pay for its start.
 * "never": our own walk and engine. `binary`: this program, for every search of a folder; or, with `when`, for those
 * that "auto" would use it for.
 */
export type RipgrepChoice = "auto" | "never" | { readonly binary: string; readonly when?: "large" };

/** Starting a program costs about as much as reading this many files ourselves. */
const FEW_FILES = 128;

/** Lends the folder at a path, by a name that a system call understands; null when it cannot be had. */
export type WithFolder = <T>(path: WorkspacePath, use: (folder: string) => T) => T | null;

export function createRipgrepFinder(choice: Exclude<RipgrepChoice, "never">, lend: WithFolder): Finder {
  let usable = true;
  const always = choice !== "auto" && choice.when !== "large";
  return {
    suits: ({ files }) => usable && (always || files === null || files > FEW_FILES),
    find: async (wanted) => {
      const binary = choice === "auto" ? findRipgrep() : choice.binary;
      const { base, expression, signal } = wanted;
      const start: RunOptions["start"] = (spawn) => lend(base, spawn);
      const run = async (asked: Asked, onNames = wanted.onFiles) =>
        binary === null ? "no program" : runRipgrep({ binary, asked, signal, start, onNames });
      const asked = expression === null ? askFiles(wanted) : askLines({ ...wanted, expression });
      const apart = expression !== null && !asked.tellsLarge;
      const [ran, large] = await Promise.all([run(asked), apart ? run(askLarge(wanted), () => {}) : null]);
      if (ran === null || (apart && large === null)) return null;
      if (ran === "no program" || large === "no program") {
        usable = false;
        return null;
      }
      const found = { ...ran, listsRules: expression === null };
      return large === null ? found : { ...found, large: large.large, cut: ran.cut || large.cut };
    },
  };
}
