// A path as titles show it: with where it really leads, when that is elsewhere. Each of the two is revealed by
// itself, so that neither can reach into the other, and quoted where it contains words or signs of ours.

import { quoteName } from "../../approval/index.ts";
import { plain, revealPath, type Plain } from "../../text/index.ts";

export type Leading = { readonly path: string; readonly target?: string | undefined };

export function revealTarget({ path, target }: Leading, show: (path: string) => string): Plain {
  const named = revealPath(quoteName(show(path)));
  return target === undefined || target === path ? named : plain`${named} → ${revealPath(quoteName(show(target)))}`;
}
