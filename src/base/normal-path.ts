// The one spelling of a path that every system reads the same. Of what comes from another machine nothing else is taken:
// a rule about a folder must not be avoided by writing its name in another way.

import { onFirstUse } from "./on-first-use.ts";
import { parsePath } from "./path.ts";

/** Null: it is in normal form. Else what it would be there; null as `normal` where it is no path at all. */
export function normalProblem(path: string): { readonly normal: string | null } | null {
  const normal = normalOf(path);
  return normal === path ? null : { normal };
}

/**
 * No empty, `.` or `..` segment, no slash at either end, nothing that is hidden; and no name ends with a dot or a space,
 * which Windows drops. Variation selectors stay: they are part of emoji. Null: no path.
 */
function normalOf(path: string): string | null {
  const parsed = parsePath(path.replaceAll(invisible(), ""));
  if (parsed.kind === "refused" || parsed.path === "") return null;
  const names = parsed.path.split("/").map((name) => name.replace(/[. ]+$/, ""));
  return names.includes("") ? null : names.join("/");
}

const invisible = onFirstUse(() => /(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu);
