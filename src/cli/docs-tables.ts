// Tables of the docs that are made from tables of the source. `npm run schema` writes them into their pages; a test
// fails when a page is old. No command loads this file.

import { builtInEntries } from "../approval/index.ts";
import { grouped, LIMITS, type Limit } from "../base/index.ts";
import { FORMATS } from "../edits/index.ts";
import { findHost, HOST_NAMES, type Host } from "../hook/index.ts";
import { LINE_KEYS, OVERVIEW_KEYS, READING_KEYS, WORK_TREE_DIFFERENCES } from "../terminal/index.ts";
import { CONFIG_KEYS, type ConfigKey } from "../workspace/index.ts";

/** One table: it goes into `page`, between `<!-- name: … -->` and `<!-- /name -->`. */
export type DocsTable = { readonly page: string; readonly name: string; readonly text: string };

export function docsTables(): readonly DocsTable[] {
  const { top, timeouts, sandbox } = CONFIG_KEYS;
  return [
    { page: "docs/configuration.md", name: "keys", text: keyTable(top) },
    { page: "docs/configuration.md", name: "timeouts", text: keyTable(timeouts) },
    { page: "docs/configuration.md", name: "sandbox-keys", text: keyTable(sandbox) },
    { page: "docs/configuration.md", name: "protected", text: protectedTable() },
    { page: "docs/formats.md", name: "formats", text: formatTable() },
    { page: "docs/limits.md", name: "limits", text: limitTable() },
    { page: "docs/guides/reviewing.md", name: "keys", text: reviewKeyTable() },
    { page: "docs/guides/reviewing.md", name: "overview-keys", text: rows(["key", "does"], keyRows(OVERVIEW_KEYS)) },
    { page: "docs/guides/reviewing.md", name: "line-keys", text: rows(["type", "does"], keyRows(LINE_KEYS)) },
    {
      page: "docs/guides/work-tree.md",
      name: "work-tree-keys",
      text: rows(["key", "does"], keyRows(WORK_TREE_DIFFERENCES)),
    },
    ...HOST_NAMES.map((name) => ({ page: `docs/guides/${name}.md`, name: "tools", text: toolTable(findHost(name)!) })),
  ];
}

/** The page with its tables as they should be. Throws where a table has no place on it. */
export function withTables(text: string, tables: readonly DocsTable[]): string {
  return tables.reduce((page, { name, text: table, page: file }) => {
    const place = new RegExp(`(<!-- ${name}: [^\\n]* -->\\n)[^]*?(<!-- /${name} -->)`);
    if (!place.test(page)) throw new Error(`${file} has no place for the table "${name}"`);
    return page.replace(place, (_, start: string, end: string) => `${start}\n${table}\n${end}`);
  }, text);
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return [head, head.map(() => "---"), ...body].map(line).join("");
}

function keyTable(keys: readonly ConfigKey[]): string {
  const hasProject = keys.some(({ project }) => project !== undefined);
  const head = ["key", "default", ...(hasProject ? ["a project may set"] : []), "means"];
  return rows(
    head,
    keys.map(({ name, shown, project, means }) => [
      `\`${name}\``,
      shown,
      ...(hasProject ? [project ?? "–"] : []),
      means,
    ]),
  );
}

function limitTable(): string {
  return rows(
    ["limit", "what it limits"],
    Object.values(LIMITS).map(({ value, unit, means }) => [
      sizeOf({ value, unit }),
      means.replaceAll(/\b\w+_\w+\b/g, "`$&`"),
    ]),
  );
}

function sizeOf({ value, unit }: Pick<Limit, "value" | "unit">): string {
  if (unit === "bytes" && value % 1024 ** 2 === 0) return `${value / 1024 ** 2} MiB`;
  return `${grouped(value)} ${unit}`;
}

function protectedTable(): string {
  const patterns = new Map<string, string[]>();
  const exceptions = new Map<string, readonly string[]>();
  for (const { category, why, pattern, except } of builtInEntries()) {
    const row = `${category} | ${why}`;
    patterns.set(row, [...(patterns.get(row) ?? []), `\`${pattern}\``]);
    if (except !== undefined) exceptions.set(row, except);
  }
  const but = (row: string): string => {
    const names = exceptions.get(row)?.map((name) => `\`${name}\``);
    return names === undefined ? "" : `, but not ${names.join(" ")}`;
  };
  return rows(
    ["what", "why", "patterns"],
    [...patterns].map(([row, all]) => [row, `${all.join(" ")}${but(row)}`]),
  );
}

/** Those that have no row of their own, because they do the same everywhere, come last. */
function reviewKeyTable(): string {
  return rows(
    ["key", "does"],
    [
      ...keyRows(READING_KEYS),
      ["`Ctrl-C`", "no to everything, including what you already approved; exit code 130"],
      ["`Ctrl-Z`", "suspends, as usual"],
    ],
  );
}

/** What an agent's tools do, and what galley does about each. */
function toolTable({ tools, asks }: Host): string {
  const unknown = asks === "never" ? "denied" : "the agent's own question";
  const groups: readonly (readonly [does: string, ...kinds: (typeof tools)[string]["does"][]])[] = [
    ["reviewed", "edit", "edits", "write", "delete", "patch"],
    [`cannot be predicted: ${unknown}`, "unpredictable"],
    ["reads and searches: pass, unless a rule asks or denies", "read", "search"],
    ["commands: not reviewed, and can change files, unless a rule names `shell`", "command"],
  ];
  const named = (kinds: readonly string[]): readonly string[] =>
    Object.entries(tools).flatMap(([tool, { does }]) => (kinds.includes(does) ? [`\`${tool}\``] : []));
  return rows(
    ["tools", "galley"],
    groups.flatMap(([does, ...kinds]) => (named(kinds).length === 0 ? [] : [[named(kinds).join(", "), does]])),
  );
}

/** `Enter y` as two keys. */
function keyRows(keys: readonly { readonly shown: string; readonly docs: string }[]): (readonly string[])[] {
  const quoted = (shown: string): string =>
    shown
      .split(" ")
      .map((key) => `\`${key}\``)
      .join(" ");
  return keys.map(({ shown, docs }) => [quoted(shown), docs]);
}

function formatTable(): string {
  const head = ["format", "changes", "creates", "deletes", "moves", "several changes of one file"];
  return rows(
    head,
    Object.entries(FORMATS).map(([name, { docs }]) => [`\`${name}\``, ...docs]),
  );
}
