// Objects that a repository says to read as others (`git replace`). A command that may commit must not add one: what was
// committed and approved would read as something else, under the same name.

const REPLACE = "refs/replace/";

/** `read` gives the content of a file in the git folder; `names` are those of its data. Each as `id value`. */
export function replacements(
  names: Iterable<string>,
  read: (name: string) => Uint8Array | null,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, value = "", id = ""] of textOf(read("packed-refs")).matchAll(PACKED)) found.set(id, value);
  for (const name of names)
    if (name.startsWith(REPLACE)) found.set(name.slice(REPLACE.length), textOf(read(name)).trim());
  return found;
}

const PACKED = /^(\S+) refs\/replace\/(.+)$/gm;

/** The names of objects that are replaced by something else than before. */
export function newReplacements(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...after].flatMap(([id, value]) => (before.get(id) === value ? [] : [id]));
}

function textOf(bytes: Uint8Array | null): string {
  return bytes === null ? "" : Buffer.from(bytes).toString("latin1");
}
