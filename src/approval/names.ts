// A canonical path taken apart: sandbox and the rest.

/** The first segment of a canonical path names its sandbox. */
export function sandboxOf(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash);
}

/** The path without its sandbox: what a diff's headers show. */
export function below(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}
