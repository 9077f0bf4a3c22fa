// What a pattern of a rule covers: the paths it matches, and what is in a folder that it matches. One reading for every rule
// about paths and repositories; `folder/*` is about one level, `folder` and `folder/**` about all.

import { coversInside, coversPath } from "../../base/index.ts";
import { compileRule } from "./glob.ts";

export type Cover = {
  readonly covers: (path: string) => boolean;
  /** Of a folder with everything that could be in it. `all` may be reported as `some`, never the other way round. */
  readonly reach: (folder: string) => Reach;
};

export type Reach = "all" | "some" | "none";

/** PATTERN for one that cannot be used. */
export function compileCover(pattern: string): Cover {
  const glob = compileRule(pattern);
  const matches = (_: string, path: string): boolean => glob.matches(path);
  const covers = (path: string): boolean => coversPath(pattern, path, matches);
  return {
    covers,
    reach: (folder) => {
      const isCovered = covers(folder);
      if (isCovered && coversInside(pattern, folder, matches)) return "all";
      return isCovered || glob.enters(folder) || coversInside(pattern, folder, matches) ? "some" : "none";
    },
  };
}
