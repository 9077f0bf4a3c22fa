// Rules that hold until the session ends: in memory only, never stored, listed or revoked. A new process has none.

import type { Remember, Remembered } from "../approval/index.ts";

export type SessionRules = {
  /** Oldest first. */
  readonly rules: () => readonly Remembered[];
  readonly add: (rule: Remember) => void;
};

export function createSessionRules(): SessionRules {
  const rules: Remembered[] = [];
  return {
    rules: () => rules,
    add: (rule) => void rules.push({ ...rule, id: `session-${rules.length + 1}` }),
  };
}
