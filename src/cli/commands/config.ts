// `galley config`: the effective value of every key, where it comes from, and what of the project's config was refused.
// It shows the same value the workspace is made from, and opens nothing.

import { findInstructions } from "../../agent/index.ts";
import { builtInEntries, describeRule, type Rule } from "../../approval/index.ts";
import { sizeOf } from "../../base/index.ts";
import { describeProxies } from "../../network/index.ts";
import { joinPrintable, plain, reveal, revealPath, spaces, type Plain } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import {
  configValues,
  type ConfigValue,
  type Effective,
  effectiveConfig,
  type From,
  type Layers,
  loadConfig,
  openLocal,
  ORIGIN,
  warnOfLoss,
} from "../../workspace/index.ts";
import { folderOf } from "../agent-session.ts";
import { settingsOf } from "../settings.ts";
import { print, printJson } from "../text-io.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 0) throw new UsageError(`config takes no arguments; got ${args.words.join(" ")}`);
  const layers = await loadConfig({ root: settings.root, given: settings.config, environment: settings.environment });
  const config = effectiveConfig(layers.user, layers.project);
  const workspace = await openLocal({ ...settings, warned: "by-caller" }); // A config that cannot be opened is an error here too.
  const { gate } = workspace;
  const losses = warnOfLoss(workspace.passing);
  const values = configValues(config, layers, settings.root);
  const { refused } = config;
  const { files, problems } = await findInstructions(workspace, [folderOf(workspace)]);
  const instructions = files.map(({ path, bytes }) => ({ path: workspace.show(path), bytes }));
  const proxies = describeProxies(settings.environment);
  if (settings.json)
    await printJson({
      files: layers.files,
      values,
      protected: gate.protection?.entries,
      instructions,
      proxies: proxies.proxies,
      no_proxy: proxies.except,
      refused,
      warnings: [...workspace.warnings, ...losses, ...problems],
    });
  else {
    const warnings = [...workspace.otherWarnings, ...losses, ...problems];
    await print(describe({ layers, values, instructions, proxies, refused, warnings }));
  }
  return 0;
}

type NamedInstruction = { readonly path: string; readonly bytes: number };

function describe({
  layers,
  values,
  instructions,
  proxies: { proxies, except },
  refused,
  warnings,
}: {
  readonly layers: Layers;
  readonly values: readonly ConfigValue[];
  readonly instructions: readonly NamedInstruction[];
  readonly proxies: ReturnType<typeof describeProxies>;
  readonly refused: Effective["refused"];
  /** About anything but the keys in `refused`. */
  readonly warnings: readonly string[];
}): Plain {
  const builtIn: ConfigValue = {
    key: "protected",
    value: `${builtInEntries().length} built-in patterns`,
    from: "default",
  };
  const rows = [...values, builtIn].map(({ key, value, from }) => ({
    key: reveal(key),
    value: reveal(shown(value)),
    from: WHENCE[from],
  }));
  return joinPrintable(
    [
      ...inColumns(rows),
      plain``,
      ...layers.files.map(
        ({ from, path, exists }) =>
          plain`${WHENCE[from]}: ${revealPath(path)}${exists ? plain`` : plain` (not there)`}`,
      ),
      ...instructions.map(
        ({ path, bytes }) => plain`project instructions: ${revealPath(path)} (${reveal(sizeOf(bytes))})`,
      ),
      ...proxies.map(({ variable, for: scheme, address, problem }) =>
        problem === null
          ? plain`proxy for ${reveal(scheme)}: ${reveal(address)} (${reveal(variable)})`
          : plain`! ${reveal(problem)}`,
      ),
      ...(proxies.length === 0 || except === "" ? [] : [plain`no proxy for: ${reveal(except)}`]),
      ...refused.map(({ key, why }) => plain`! refused in ${reveal(ORIGIN.project)}: ${reveal(key)} (${reveal(why)})`),
      ...warnings.map((warning) => plain`! ${reveal(warning)}`),
      plain``,
    ],
    plain`\n`,
  );
}

type Row = { readonly key: Plain; readonly value: Plain; readonly from: Plain };

/** Three columns in 80; a value that is too long for its column is on the line below its key. */
function inColumns(rows: readonly Row[]): readonly Plain[] {
  const widest = (texts: readonly Plain[]): number => Math.max(...texts.map(({ length }) => length));
  const keys = widest(rows.map(({ key }) => key));
  const room = Math.max(MIN_VALUE, COLUMNS - keys - widest(rows.map(({ from }) => from)) - 4);
  const values = widest(rows.map(({ value }) => value).filter(({ length }) => length <= room));
  const padded = (text: Plain, width: number): Plain => plain`${text}${spaces(width - text.length)}`;
  return rows.flatMap(({ key, value, from }) =>
    value.length <= room
      ? [plain`${padded(key, keys)}  ${padded(value, values)}  ${from}`]
      : [plain`${padded(key, keys)}  ${spaces(values)}  ${from}`, plain`    ${value}`],
  );
}

const COLUMNS = 80;
const MIN_VALUE = 12;

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
