// `galley config`: the effective value of every key, where it comes from, and what of the project's config was refused.
// It shows the same value the workspace is made from, and opens nothing.

import { builtInEntries, describeRule, type Rule } from "../../approval/index.ts";
import { joinPrintable, plain, reveal, revealPath, spaces, type Plain } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import {
  type Effective,
  effectiveConfig,
  type EffectiveSandbox,
  type From,
  type Layers,
  loadConfig,
  openLocal,
  ORIGIN,
  type Sourced,
  warnOfLoss,
} from "../../workspace/index.ts";
import { settingsOf } from "../settings.ts";
import { print, printJson } from "../text-io.ts";

type Value = { readonly key: string; readonly value: unknown; readonly from: From };

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 0) throw new UsageError(`config takes no arguments; got ${args.words.join(" ")}`);
  const layers = await loadConfig({ root: settings.root, given: settings.config, environment: settings.environment });
  const config = effectiveConfig(layers.user, layers.project);
  const workspace = await openLocal({ ...settings, warned: "by-caller" }); // A config that cannot be opened is an error here too.
  const { gate } = workspace;
  const warnings = [...workspace.warnings, ...warnOfLoss(workspace.passing)];
  const values = valuesOf(config, layers, settings.root);
  const { refused } = config;
  if (settings.json)
    await printJson({ files: layers.files, values, protected: gate.protection?.entries, refused, warnings });
  else await print(describe({ layers, values, refused, warnings }));
  return 0;
}

function valuesOf(config: Effective, layers: Layers, root: string): readonly Value[] {
  const own: From = layers.user?.from ?? "default";
  const value = (key: string, { value: held, from }: Sourced<unknown>): Value => ({ key, value: held, from });
  return [
    value("default_sandbox", config.default_sandbox),
    value("confirm_edits", config.confirm_edits),
    value("read_before_edit", config.read_before_edit),
    value("stage", config.stage),
    ...(["model", "base_url", "editor", "editor_unchanged", "pager", "shell"] as const).map((key) =>
      value(key, config[key]),
    ),
    ...(["connect", "first_byte", "idle"] as const).map((key) => value(`timeouts.${key}`, config.timeouts[key])),
    ...config.sandboxes.flatMap((sandbox) => [
      { ...placeOf(sandbox, root), from: sandbox.place === null ? "default" : own },
      ...Object.entries(sandbox.limits).map(([key, held]) => value(`sandboxes.${sandbox.name}.${key}`, held)),
    ]),
    ...config.protected.map(({ key, from, pattern }) => ({ key, value: pattern, from })),
    ...config.policy.map(({ key, from, rule: { effect, tool, path } }) => ({
      key,
      value: { effect, tool, path },
      from,
    })),
  ];
}

function placeOf({ name, place }: EffectiveSandbox, root: string): Pick<Value, "key" | "value"> {
  const key = `sandboxes.${name}`;
  if (place?.memory !== undefined) return { key: `${key}.memory`, value: place.memory };
  if (place?.container !== undefined) return { key: `${key}.container`, value: place.container };
  return { key: `${key}.root`, value: place?.root ?? root };
}

function describe({
  layers,
  values,
  refused,
  warnings,
}: {
  readonly layers: Layers;
  readonly values: readonly Value[];
  readonly refused: Effective["refused"];
  readonly warnings: readonly string[];
}): Plain {
  const builtIn: Value = { key: "protected", value: `${builtInEntries().length} built-in patterns`, from: "default" };
  const rows = [...values, builtIn].map(
    ({ key, value, from }) => [reveal(key), reveal(shown(value)), WHENCE[from]] as const,
  );
  const widths = [0, 1].map((column) => Math.min(60, Math.max(...rows.map((row) => row[column]!.length))));
  const padded = (text: Plain, width: number): Plain => plain`${text}${spaces(width - text.length)}`;
  return joinPrintable(
    [
      ...rows.map(([key, value, from]) => plain`${padded(key, widths[0]!)}  ${padded(value, widths[1]!)}  ${from}`),
      plain``,
      ...layers.files.map(
        ({ from, path, exists }) =>
          plain`${WHENCE[from]}: ${revealPath(path)}${exists ? plain`` : plain` (not there)`}`,
      ),
      ...refused.map(({ key, why }) => plain`! refused in ${reveal(ORIGIN.project)}: ${reveal(key)} (${reveal(why)})`),
      // The refusals once more in one sentence, for commands that have no list.
      ...warnings
        .filter((warning) => !warning.includes("may only tighten"))
        .map((warning) => plain`! ${reveal(warning)}`),
      plain``,
    ],
    plain`\n`,
  );
}

const WHENCE: Readonly<Record<From, Plain>> = {
  given: plain`given with --config`,
  user: plain`your config`,
  project: plain`project's config`,
  default: plain`default`,
};

function shown(value: unknown): string {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  if (typeof value === "object" && "effect" in value) return describeRule(value as Rule); // Only rules have one.
  return JSON.stringify(value);
}
