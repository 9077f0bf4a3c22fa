// What /help and ? show: the commands by what they are about, and the keys. Pure. A row fits into 80 columns.

/** A name and what it does. */
export type HelpRow = readonly [name: string, does: string];

type Group = {
  readonly title: string;
  readonly commands: Readonly<Record<string, { readonly usage: string; readonly help: string }>>;
};

const TYPED: readonly HelpRow[] = [
  ["@NAME", "show the model a file, a folder or a symbol"],
  ["!COMMAND", "run a command in your shell; the model sees it after /share"],
  ["?", "what the keys do"],
];

export function commandsHelp(groups: readonly Group[]): string {
  const tables = groups.map(({ title, commands }) => {
    const rows = Object.values(commands).map(({ usage, help }): HelpRow => [usage, help]);
    return table(title, rows);
  });
  return [...tables, table("in a message", TYPED)].join("\n\n");
}

export function keysHelp(keys: readonly HelpRow[]): string {
  return table("key", keys);
}

function table(title: string, rows: readonly HelpRow[]): string {
  const cell = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|");
  return [
    `| ${title} | what it does |`,
    "|---|---|",
    ...rows.map(([name, does]) => `| ${cell(name)} | ${cell(does)} |`),
  ].join("\n");
}
