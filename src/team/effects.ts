// Everything that would happen after a yes, as the rules of a team see it: one entry for every path and every tool. What is
// not here no rule sees, and what is here is checked when it is asked.

import { askedBy, foreignTool, type ApprovalPayload, type ChangePayload } from "../approval/index.ts";
import { normalProblem } from "../base/index.ts";

export type Effect = {
  /** As in a policy: `edit_file`, `rm`, `shell`, `server__tool`. Null: of no tool. */
  readonly tool: string | null;
  /** sandbox/relative; null where the question is about no file. */
  readonly path: string | null;
  /** `below`: the path may be a folder, and everything in it is meant too. */
  readonly reach: "path" | "below";
  readonly risks: readonly string[];
};

/** At least one. */
export function effectsOf(payload: ApprovalPayload): readonly Effect[] {
  if (payload.type !== "batch") return partsOf(payload);
  const own = payload.risks.map(({ kind }) => kind);
  const items = payload.items.flatMap(partsOf).map((part) => ({ ...part, risks: [...part.risks, ...own] }));
  // Choosing a place for an edit is a part of the answer too.
  const open = payload.open_edits.flatMap((edit) => at([edit.path, edit.target], { tool: "edit_file", risks: own }));
  // A batch is about no path of its own. One that names some all the same is about that too.
  const whole = at([payload.path === "" ? undefined : payload.path, payload.target], { tool: null, risks: own });
  const all = [...items, ...open, ...whole];
  return all.length > 0 ? all : [{ tool: null, path: null, reach: "path", risks: own }];
}

/** Null: every name is in normal form, there are not too many, and a call is named after what it calls. Else a sentence. */
export function nameProblem(payload: ApprovalPayload): string | null {
  if (payload.type === "call" && payload.tool !== foreignTool(payload.server, payload.name))
    return `${quoted(payload.tool)} is not the name of ${quoted(payload.name)} of the server ${quoted(payload.server)}`;
  const effects = effectsOf(payload);
  if (effects.length > MOST_EFFECTS) return `it is about more than ${MOST_EFFECTS} paths; ask about fewer at a time`;
  const chars = effects.reduce((sum, { path }) => sum + (path?.length ?? 0), 0);
  if (chars > MOST_CHARS) return `its paths have more than ${MOST_CHARS} characters; ask about fewer at a time`;
  for (const { path } of effects) {
    const problem = path === null ? null : normalProblem(path);
    if (problem !== null)
      return `the path ${quoted(path!)} is not in normal form${problem.normal === null ? "" : `, which is ${quoted(problem.normal)}`}`;
  }
  return null;
}

// More than anyone reads. Every list shows the paths, and every rule is compared with each of them.
const MOST_EFFECTS = 20_000;
const MOST_CHARS = 4_000_000;

type Single = Exclude<ApprovalPayload, { readonly type: "batch" }>;

function partsOf(payload: Single | ChangePayload): readonly Effect[] {
  const { tool } = askedBy(payload);
  const risks = payload.risks.map(({ kind }) => kind);
  const paths = [payload.path, payload.target];
  switch (payload.type) {
    case "move":
      return [
        ...at(paths, { tool, risks }),
        ...at(paths, { tool: "rm", risks }), // It is not there afterwards.
        ...at([payload.to, payload.to_target], { tool, risks }),
      ];
    case "delete": {
      const { below, original_content, withheld } = payload;
      // Without content it may be a folder; only who lists what is in it says what goes.
      const isFolder = below === undefined && original_content === null && withheld !== true;
      return [...at(paths, { tool, risks, reach: isFolder ? "below" : "path" }), ...at(below ?? [], { tool, risks })];
    }
    case "read":
      return at(paths, {
        tool,
        risks,
        reach: payload.tool === undefined || payload.tool === "read_file" ? "path" : "below",
      });
    case "shell":
      return at([...paths, payload.cwd], { tool, risks });
    default:
      return at(paths, { tool, risks });
  }
}

function at(
  paths: readonly (string | undefined)[],
  { reach = "path", ...rest }: Pick<Effect, "tool" | "risks"> & { readonly reach?: Effect["reach"] },
): readonly Effect[] {
  const named = new Set(paths.filter((path) => path !== undefined));
  return [...named].map((path) => ({ ...rest, path, reach }));
}

const MOST_QUOTED = 200;

function quoted(text: string): string {
  return JSON.stringify(text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text);
}
