// Who decides: one pure function from the facts of an operation to allow, ask or deny.
// Order: deny rule > protected path > project's ask > last matching user rule > remembered rule > the sandbox's flag.

import { coversFolder, coversPath } from "../../base/index.ts";
import { allows, describeRemembered, type AskedCommand, type Remembered } from "./remember.ts";

export type Effect = "allow" | "ask" | "deny";

/**
 * `tool` and `path` narrow the rule; a missing one matches everything. `path` is a glob over sandbox/relative; when it
 * matches a folder, asking and denying cover what is in it.
 */
export type Rule = {
  readonly effect: Effect;
  readonly tool?: string;
  readonly path?: string;
  /** Where it is written, in words that end a sentence: "your config (policy[2])". */
  readonly origin?: string;
};

/** What an operation does to a file, whichever tool does it. */
export type Access = "read" | "write" | "edit";

/** What needs approval in a sandbox where no rule says otherwise. */
export type SandboxFlags = {
  readonly read_approval: boolean;
  readonly write_approval: boolean;
  readonly edit_approval: boolean;
  /** Where each flag comes from, in words: "by default", "in your config". */
  readonly origin?: Readonly<Record<`${Access}_approval`, string>>;
};

/** Every rule that counts, by where it comes from. `matches` compares a rule's pattern with a path. */
export type Policy = {
  /** The person's own rules: config given or the user's. */
  readonly user: readonly Rule[];
  /** The project's rules may only tighten: its `allow` rules have no effect. */
  readonly project: readonly Rule[];
  readonly remembered: readonly Remembered[];
  readonly matches: (glob: string, path: string) => boolean;
};

/** No rules: the sandbox's flags decide, and protected paths need a person. */
export const NO_RULES: Policy = { user: [], project: [], remembered: [], matches: () => false };

export type Operation = {
  readonly tool: string;
  readonly access: Access;
  /** Every path the operation touches as sandbox/relative, real targets included. */
  readonly paths: readonly string[];
  /** The paths are folders whose entries or files are looked at: a rule for everything in one is about the folder. */
  readonly looksInside?: boolean;
  /** A change to a protected path, by name or by real target. */
  readonly isProtected: boolean;
  /** Why, if it is not the path's own name; a clause. */
  readonly whyProtected?: string;
  /** Which of several paths are protected, to be named in the reason. */
  readonly protectedPaths?: readonly string[];
  readonly flags: SandboxFlags;
  /** Of a command that a remembered rule may be for. */
  readonly command?: AskedCommand | undefined;
  /** Whether a reviewer would be shown a warning about the change; missing: it is taken for granted. */
  readonly hasWarnings?: (() => boolean) | undefined;
};

/** What the rules say about one operation, and why. */
export type Verdict = {
  readonly effect: Effect;
  /** Only a person may answer; no flag and no rule. */
  readonly personOnly: boolean;
  /** Which source spoke, in words a person can act on. */
  readonly reason: string;
  /** The protected ones among the paths, where that is the reason. */
  readonly protectedPaths?: readonly string[];
  readonly source:
    | "deny-rule"
    | "protected"
    | "likely"
    | "project-ask"
    | "user-rule"
    | "remembered"
    /** A command that no one was asked about ran, could not write, and would now run again with write access. */
    | "write-access"
    /** The session only reads; see Gate. */
    | "reads-only"
    | "sandbox";
};

/**
 * The verdict of the rules, in their order: deny, protected, project's ask, last matching user rule, remembered rule,
 * flag.
 */
export function judge(operation: Operation, policy: Policy): Verdict {
  const isNamed = ({ tool }: Rule): boolean =>
    tool === undefined || tool === "*" || oneName(tool) === oneName(operation.tool);
  const touches = operation.looksInside === true ? coversFolder : coversPath;
  const applies = (rule: Rule): boolean =>
    isNamed(rule) &&
    (rule.path === undefined || operation.paths.some((path) => touches(rule.path!, path, policy.matches)));
  // An allow rule must match every path it lets through; asking and denying need only touch one.
  const covers = (rule: Rule): boolean =>
    isNamed(rule) &&
    (rule.path === undefined ||
      (operation.paths.length > 0 && operation.paths.every((path) => policy.matches(rule.path!, path))));

  const denied = [...policy.user, ...policy.project].find((rule) => rule.effect === "deny" && applies(rule));
  if (denied) return verdict("deny", "deny-rule", denialBy(denied));
  if (operation.isProtected && operation.access !== "read") {
    return {
      effect: "ask",
      personOnly: true,
      source: "protected",
      reason: `${operation.whyProtected ?? whyProtected(operation)}, so only a person may approve it`,
      ...(operation.protectedPaths && { protectedPaths: operation.protectedPaths }),
    };
  }
  const projectAsk = policy.project.find((rule) => rule.effect === "ask" && applies(rule));
  if (projectAsk) return verdict("ask", "project-ask", `the project's rule ${namedRule(projectAsk)} asks`);
  const spoken = policy.user.findLast((rule) => (rule.effect === "allow" ? covers(rule) : applies(rule)));
  if (spoken) return verdict(spoken.effect, "user-rule", `the rule ${namedRule(spoken)} ${says(spoken.effect)}`);
  const remembered = policy.remembered.findLast((rule) => allows(rule, operation));
  if (remembered && (remembered.session ?? null) !== null) {
    const what = `${remembered.id}: ${describeRemembered(remembered)}`;
    return verdict("allow", "remembered", `a person allowed it for this session (${what})`);
  }
  if (remembered) {
    const what = `the remembered rule ${remembered.id} (${describeRemembered(remembered)})`;
    return verdict("allow", "remembered", `${what} allows it; galley approvals revoke ${remembered.id} removes it`);
  }
  const flag = `${operation.access}_approval` as const;
  const origin = operation.flags.origin ? ` (${operation.flags.origin[flag]})` : "";
  return operation.flags[flag]
    ? verdict("ask", "sandbox", `${flag} is on for this sandbox${origin}`)
    : verdict("allow", "sandbox", `${flag} is off for this sandbox${origin}`);
}

const MOST_NAMED = 5;

/** Of one path there is no doubt; of several, a reader must know which. */
function whyProtected({ paths, protectedPaths = [] }: Operation): string {
  const [first, ...others] = protectedPaths;
  if (first === undefined || paths.length === 1)
    return "the path is protected: it can change what other programs run, or a config protects it";
  if (others.length === 0)
    return `${first} is protected: it can change what other programs run, or a config protects it`;
  const more = protectedPaths.length > MOST_NAMED ? ` and ${protectedPaths.length - MOST_NAMED} more` : "";
  const named = protectedPaths.slice(0, MOST_NAMED).join(", ");
  return `${named}${more} are protected: they can change what other programs run, or a config protects them`;
}

/** `edit` is edit_file with other names for its arguments. */
function oneName(tool: string): string {
  return tool === "edit" ? "edit_file" : tool;
}

export function describeRule(rule: Rule): string {
  return [rule.effect, rule.tool ?? "any tool", rule.path ?? "any path"].join(" · ");
}

/** Completes "X is not available: …". */
export function denialBy(rule: Rule): string {
  return `the rule ${namedRule(rule)} forbids it`;
}

function namedRule(rule: Rule): string {
  return rule.origin === undefined ? describeRule(rule) : `${describeRule(rule)} in ${rule.origin}`;
}

function says(effect: Effect): string {
  return effect === "allow" ? "allows it" : effect === "ask" ? "asks" : "forbids it";
}

function verdict(effect: Effect, source: Verdict["source"], reason: string): Verdict {
  return { effect, personOnly: false, source, reason };
}
