// Remembered rules for one workspace: read from state when a verdict depends on them, kept when a person says always.
// Whatever is in doubt grants nothing, and is reported.

import { isFailure } from "../base/index.ts";
import { describeRemembered, restOf, sandboxOf, type Remember, type Remembered } from "../approval/index.ts";
import type { KeepRule } from "../ask/index.ts";
import type { RootAddress } from "../fs/index.ts";
import type { State, StoredRule } from "../state/index.ts";

export type RememberedRules = {
  /** The rules of this workspace's sandboxes, under the names they have now. Read again when their file has changed. */
  readonly remembered: () => Promise<readonly Remembered[]>;
  readonly keep: KeepRule;
  /** Why rules about a sandbox are not stored, as a clause; null when they are. */
  readonly whyNotStored: (sandbox: string) => string | null;
  /** What a person should know, each sentence once. */
  readonly notes: () => readonly string[];
};

type Place = {
  readonly state: () => Promise<State>;
  /** Changes with the file of rules; null without one, and then state is not opened to find none. */
  readonly rulesVersion: () => string | null;
  /** Sandboxes on this machine's disk, by name. */
  readonly addresses: ReadonlyMap<string, RootAddress>;
  /** Which folder each of them is. */
  readonly identityOf: (sandbox: string) => string | null;
  readonly signal: AbortSignal;
  /** The user can list and revoke the rules of its session there. */
  readonly isConversation: boolean;
};

export function createRememberedRules({
  state,
  rulesVersion,
  addresses,
  identityOf,
  signal,
  isConversation,
}: Place): RememberedRules {
  let known: { readonly version: string | null; readonly rules: Promise<readonly Remembered[]> } | null = null;
  let isLookedAt = false;
  let notes: string[] = [];

  const read = async (version: string | null): Promise<readonly Remembered[]> => {
    if (version === null) return [];
    const { rules } = await state();
    try {
      const kept = [...addresses].flatMap(([name, root]) => {
        const { rules: found, problem } = rules.list({ root });
        if (problem !== null && !notes.includes(problem)) notes.push(problem);
        // Rules for a session live in memory; one in the file is from another version, and its session is over.
        const lasting = found.filter(({ session }) => session === null);
        const identity = identityOf(name);
        notes.push(...notesOn(lasting.flatMap((rule) => whyNotCounting(rule, identity) ?? [])));
        return lasting.filter((rule) => whyNotCounting(rule, identity) === null).map((rule) => named(rule, name));
      });
      return kept;
    } catch (error) {
      if (!isFailure(error, "IO")) throw error;
      notes.push(error.message);
      return [];
    }
  };

  const store = async (wish: Remember): Promise<string> => {
    const root = addresses.get(sandboxOf(wish.path));
    if (root === undefined) return NOT_STORED;
    if (wish.scope === "edits") return "it holds for a session only";
    const held = await state();
    const rule: StoredRule = {
      id: held.newId(),
      effect: "allow",
      ...storedParts(wish),
      root,
      identity: identityOf(sandboxOf(wish.path)),
      at: held.clock().toISOString(),
      session: null,
    };
    const { rule: kept, problem } = await held.withLock({ signal }, async (lock) => held.rules.add(lock, rule));
    known = null;
    if (problem !== null) notes.push(`${problem} It was set aside beside the new one.`);
    notes.push(
      `From now on without asking: ${describeRemembered(wish)}. Revoke it with: galley approvals revoke ${kept.id}${isConversation ? " (in a chat: /approvals)" : ""}`,
    );
    return "";
  };

  return {
    remembered: () => {
      // A batch of thousands of files is judged at one moment, by one look at the rules.
      if (known !== null && isLookedAt) return known.rules;
      isLookedAt = true;
      setImmediate(() => {
        isLookedAt = false;
      });
      const version = rulesVersion();
      if (known?.version !== version) known = { version, rules: read(version) };
      return known.rules;
    },
    whyNotStored: (sandbox) => (addresses.has(sandbox) ? null : NOT_STORED),
    keep: async (outcome) => {
      let why = outcome.kind === "refused" ? outcome.why : "";
      try {
        if (outcome.kind === "keep") why = await store(outcome.rule);
      } catch (error) {
        // What was approved is still approved; only the rule is lost.
        if (!isFailure(error, "IO")) throw error;
        why = error.message;
      }
      if (outcome.kind === "session")
        notes.push(
          isConversation
            ? `Until this session ends without asking: ${describeRemembered(outcome.rule)}. ` +
                `It is the rule ${outcome.rule.id}; in a chat, /approvals lists and revokes it.`
            : `Until this run ends without asking: ${describeRemembered(outcome.rule)}.`,
        );
      if (why !== "") notes.push(`No rule was kept for ${describeRemembered(outcome.rule)}: ${why}`);
    },
    notes: () => {
      const taken = notes;
      notes = [];
      return taken;
    },
  };
}

const NOT_STORED = "its files are not stored, so the rule would match nothing later";

/** A rule counts for the folder it was kept for, at the path it was kept for. Null when it does. */
export function whyNotCounting(rule: StoredRule, identity: string | null): keyof typeof NOT_COUNTING | null {
  if (rule.identity === null) return "unknown";
  return rule.identity === identity ? null : "other";
}

/** Each completes "not in force: …". */
export const NOT_COUNTING = {
  unknown: "kept by an older galley, which did not record the folder it was for",
  other: "kept while another folder was at this path",
} as const;

function notesOn(reasons: readonly (keyof typeof NOT_COUNTING)[]): readonly string[] {
  return [...new Set(reasons)].map((why) => {
    const { length } = reasons.filter((one) => one === why);
    const what =
      length === 1 ? "1 remembered rule for this folder is" : `${length} remembered rules for this folder are`;
    return `${what} not in force: ${NOT_COUNTING[why]}. See galley approvals list.`;
  });
}

type Storable = Exclude<Remember, { scope: "edits" }>;

function storedParts(wish: Storable): Pick<StoredRule, "tool" | "path" | "scope" | "command"> {
  const { scope, tool = null } = wish;
  const path = restOf(wish.path);
  switch (wish.scope) {
    case "file":
    case "directory":
      return { scope, tool, path, command: null };
    case "root":
    case "tool":
      return { scope, tool, path: null, command: null };
    case "command": {
      const { command: text, where, image } = wish;
      return { scope, tool, path: path === "" ? null : path, command: { text, where, image } };
    }
    default:
      return wish satisfies never;
  }
}

/** A stored rule under the name its sandbox has in this config. */
export function named({ id, effect, scope, session, command, ...rule }: StoredRule, sandbox: string): Remembered {
  const common = { id, effect, path: rule.path === null ? sandbox : `${sandbox}/${rule.path}`, session };
  if (scope !== "command") return { ...common, scope, ...(rule.tool === null ? {} : { tool: rule.tool }) };
  const { text, where, image } = command!; // A rule for a command has one.
  const tool = rule.tool === "eval" ? "eval" : "shell";
  return { ...common, scope, tool, command: text, where, image };
}
