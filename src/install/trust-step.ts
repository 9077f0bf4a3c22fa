// What a project's settings need before a program obeys them.

import type { Integration, Scope } from "./types.ts";

export function trustStep({ projectTrust }: Integration, scope: Scope): readonly string[] {
  return scope === "project" && projectTrust !== undefined ? [projectTrust] : [];
}
