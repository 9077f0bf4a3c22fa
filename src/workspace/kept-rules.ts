// The remembered rules as the user sees them: in words, with whether they count here, and how to end one.

import { describeRemembered, type Remembered } from "../approval/index.ts";
import { addressKey, type StoredRule } from "../state/index.ts";
import type { LocalWorkspace } from "./local.ts";
import { named, NOT_COUNTING, whyNotCounting } from "./remembered-rules.ts";

export type KeptRule = {
  /** Under the name its sandbox has here; for a rule of another folder, that folder's path. */
  readonly rule: Remembered;
  /** Why it is not in force here; null when it is, and for a rule of another folder. */
  readonly why: string | null;
  /** As `galley approvals list --json` prints it. `sandbox` is null for a rule of another folder. */
  readonly wire: Omit<StoredRule, "root" | "identity"> & {
    readonly sandbox: string | null;
    readonly folder: string;
    readonly counts: boolean;
    /** Whole; says also why it is not in force. */
    readonly description: string;
  };
};

export function keptRule(stored: StoredRule, { addresses, identityOf, gate }: LocalWorkspace): KeptRule {
  const here = [...addresses].find(([, address]) => addressKey(address) === addressKey(stored.root));
  const folder = stored.root["root"] ?? "";
  const rule = named(stored, here?.[0] ?? folder);
  const description = describeRemembered(rule);
  const reason = here === undefined ? null : whyNotCounting(stored, identityOf(here[0]));
  const over = stored.session === null ? reason && NOT_COUNTING[reason] : `session ${stored.session} is over`;
  const why = over ?? (gate.team === undefined || here === undefined ? null : `your team answers, at ${gate.team}`);
  const { id, effect, tool, path, scope, command, at, session } = stored;
  return {
    rule,
    why,
    wire: {
      id,
      effect,
      tool,
      path,
      scope,
      command,
      sandbox: here?.[0] ?? null,
      folder,
      at,
      session,
      counts: why === null && here !== undefined,
      description: why === null ? description : `${description} (not in force: ${why})`,
    },
  };
}

/** Ends one rule, of the session or a remembered one, and gives its words; null when there is none of this id. */
export async function revokeRule(id: string, workspace: LocalWorkspace, signal: AbortSignal): Promise<string | null> {
  const ofSession = workspace.gate.session?.revoke(id) ?? null;
  if (ofSession !== null) return describeRemembered(ofSession);
  const state = await workspace.state();
  if (!state.rules.list().rules.some((rule) => rule.id === id)) return null;
  const { revoked } = await state.withLock({ signal }, async (held) => state.rules.revoke(held, { id }));
  const [rule] = revoked;
  return rule === undefined ? null : keptRule(rule, workspace).wire.description;
}
