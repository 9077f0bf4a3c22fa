// Where ripgrep's program lies: in a package of its own for each platform, brought along as a dependency.
// Looked for when the first search needs it, never run here.

/** Null where this platform has none or it was not installed. */
export function findRipgrep(): string | null {
  found ??= { path: locate() };
  return found.path;
}

let found: { readonly path: string | null } | null = null;

function locate(): string | null {
  try {
    const { createRequire } = process.getBuiltinModule("node:module"); // Loaded when it is needed: it is not small.
    // The command line is bundled as CommonJS, which knows its own name; modules know their address.
    const here = createRequire(typeof __filename === "string" ? __filename : import.meta.url);
    // From the package that contains the programs: a strict installer hides them from all others.
    const bringer = createRequire(here.resolve("@vscode/ripgrep"));
    const name = process.platform === "win32" ? "rg.exe" : "rg";
    return bringer.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`);
  } catch {
    return null; // Not there: the linear engine searches instead.
  }
}
