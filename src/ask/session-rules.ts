// Rules that hold until the session ends: in memory only, never stored. A new process has none.

import { isSameRule, type Remember, type Remembered } from "../approval/index.ts";

/** Rules that a person gave until the session ends. They are kept in memory only. */
export type SessionRules = {
  /** Oldest first. */
  readonly rules: () => readonly Remembered[];
  /** Gives the rule with its id, or the one that is there already. No id is used twice. */
  readonly add: (rule: Remember) => Remembered;
  /** Ends one rule, from the next question on; null when there is none of this id. */
  readonly revoke: (id: string) => Remembered | null;
  /** Ends all of them: the session is over. */
  readonly clear: () => void;
};

/** No rules yet. */
export function createSessionRules(): SessionRules {
  let rules: readonly Remembered[] = [];
  let count = 0;
  return {
    rules: () => rules,
    add: (rule) => {
      const same = rules.find((known) => isSameRule(known, rule));
      if (same !== undefined) return same;
      count += 1;
      const kept = { ...rule, id: `session-${count}` };
      rules = [...rules, kept];
      return kept;
    },
    revoke: (id) => {
      const revoked = rules.find((rule) => rule.id === id) ?? null;
      rules = rules.filter((rule) => rule.id !== id);
      return revoked;
    },
    clear: () => {
      rules = [];
    },
  };
}
