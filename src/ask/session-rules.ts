// Rules that hold until the session ends: in memory only, never stored, listed or revoked. A new process has none.

import type { Remember, Remembered } from "../approval/index.ts";

/** Rules that a person gave until the session ends. They are kept in memory only. */
export type SessionRules = {
  /** Oldest first. */
  readonly rules: () => readonly Remembered[];
  readonly add: (rule: Remember) => void;
};

/** No rules yet. */
export function createSessionRules(): SessionRules {
  const rules: Remembered[] = [];
  return {
    rules: () => rules,
    add: (rule) => void rules.push({ ...rule, id: `session-${rules.length + 1}` }),
  };
}
