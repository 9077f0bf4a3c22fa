// File calls of a disk that folds names, as the usual ones of macOS and Windows do: a name in another letter case or
// Unicode form is the same entry. Entries keep the spelling that they were made with.

/** The two calls that say how the disk spells a name. */
type Looking = {
  readonly lstatSync: (path: string, options: { readonly throwIfNoEntry: false }) => unknown;
  readonly readdirSync: (path: string) => readonly string[];
};

/** The same table; every path in it is first given the spelling that the disk has. */
export function foldingOps<Table extends Looking>(table: Table): Table {
  const wrapped = Object.fromEntries(
    Object.entries(table).map(([name, call]) => [
      name,
      (...args: unknown[]) => (call as Call)(...args.map((arg) => (isPath(arg) ? spelled(arg, table) : arg))),
    ]),
  );
  return wrapped as Table; // The same names with the same signatures.
}

type Call = (...args: unknown[]) => unknown;

function isPath(value: unknown): value is string {
  return typeof value === "string" && value.startsWith("/");
}

function spelled(path: string, disk: Looking): string {
  if (path === "" || disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined) return path;
  const at = path.lastIndexOf("/");
  const folder = spelled(path.slice(0, at), disk);
  const name = path.slice(at + 1);
  return `${folder}/${namesIn(folder, disk).find((one) => fold(one) === fold(name)) ?? name}`;
}

function namesIn(folder: string, disk: Looking): readonly string[] {
  try {
    return disk.readdirSync(folder);
  } catch {
    return []; // No folder: nothing is in it, under any spelling.
  }
}

function fold(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}
