// What the rules let a model see, for everything that lists, searches or reads files: which paths are hidden, and which
// may be shown only after a yes. Decides by paths alone; the caller also passes a path's real target.

import { denialBy, hidingRules, isAbout, judge, sandboxOf, type Operation } from "../approval/index.ts";
import { coverOf } from "../base/index.ts";
import { policyNow, strictest, type Gate } from "./gate.ts";

/** The tool under whose name something would be shown; the map and selections show files as read_file does. */
export type ShowingTool = "ls" | "glob" | "grep" | "read_file";

/** `paths` are a path as sandbox/relative and where it really lives. */
export type Visibility = {
  /** Patterns over sandbox/relative: what they cover is hidden. */
  readonly hidden: readonly string[];
  /** Why nothing may be known about the path, existing or not; null when it may be seen. */
  hides(paths: readonly string[]): string | null;
  /** Whether `hides` has a reason. */
  isHidden(paths: readonly string[]): boolean;
  /** For one listing or search: is this file or folder shown only after a yes? Null: nothing here is. */
  asking(tool: ShowingTool): Promise<((paths: readonly string[]) => boolean) | null>;
};

/** Null when no rule and no flag of these sandboxes keeps anything from being seen. */
export function visibilityOf(gate: Gate, sandboxes: readonly string[]): Visibility | null {
  const { policy } = gate;
  const hiding = hidingRules(policy);
  const asking = [...policy.user, ...policy.project].filter(({ effect }) => effect === "ask");
  const isFlagged = sandboxes.some((name) => gate.flagsOf(name).read_approval);
  if (hiding.length === 0 && asking.length === 0 && !isFlagged) return null;
  const isEverything = hiding.some(({ path }) => path === undefined);
  const isCovered = coverOf(
    hiding.flatMap(({ path }) => path ?? []),
    policy.matches,
  );
  const isHidden = (paths: readonly string[]): boolean => isEverything || paths.some(isCovered);
  return {
    hidden: hiding.map(({ path }) => path ?? "**"),
    isHidden,
    hides: (paths) => {
      const rule = isHidden(paths) ? hiding.find((each) => isAbout(each, paths, policy)) : undefined;
      return rule === undefined ? null : denialBy(rule);
    },
    asking: async (tool) => {
      if (asking.length === 0 && !isFlagged) return null;
      // A remembered rule answers only for a sandbox's flag; without one it need not be read.
      const now = isFlagged ? await policyNow(gate) : policy;
      const isAsked = coverOf(
        asking.flatMap(({ path }) => path ?? []),
        policy.matches,
      );
      const isAlways = asking.some(({ path }) => path === undefined);
      const mayAsk = (path: string): boolean =>
        isAlways || gate.flagsOf(sandboxOf(path)).read_approval || isAsked(path);
      return (paths) => {
        if (!paths.some(mayAsk)) return false;
        const flags = strictest(paths.map((path) => gate.flagsOf(sandboxOf(path))));
        const operation: Operation = { tool, access: "read", paths, isProtected: false, flags };
        if (judge(operation, now).effect === "ask") return true;
        if (tool !== "grep") return false;
        // A search shows lines: a rule that asks before reading them counts, the sandbox's flag was asked as a whole.
        const reading = judge({ ...operation, tool: "read_file" }, now);
        return reading.effect === "ask" && reading.source !== "sandbox";
      };
    },
  };
}
