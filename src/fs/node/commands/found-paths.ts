// Paths below a root that were found to need something, and how they lie within each other. Pure.

export type Found = { readonly path: string; readonly kind: "file" | "folder" };

/** The folders between a root and these paths, without the root itself. */
export function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = paths.flatMap((path) =>
    path.split("/").map((_, depth, segments) => segments.slice(0, depth).join("/")),
  );
  return [...new Set(folders)].filter((folder) => folder !== "").toSorted();
}

/** Without what is inside another one, in the order of their paths. */
export function outermost(found: readonly Found[]): readonly Found[] {
  const paths = new Set(found.map(({ path }) => path));
  return found
    .filter(({ path }) => path === "" || !(paths.has("") || foldersOf([path]).some((folder) => paths.has(folder))))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Of absolute paths: is it the folder, or inside it? */
export function isIn(path: string, folder: string): boolean {
  return path === folder || folder === "/" || path.startsWith(`${folder}/`);
}

/** Is a path one of these, or inside one? */
export function isInAny(path: string, found: readonly Found[]): boolean {
  return found.some((one) => path === one.path || path.startsWith(`${one.path}/`));
}
