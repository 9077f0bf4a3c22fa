// What a terminal does with rows that become too long when it is made narrower, as far as its environment says. A program
// cannot ask; where the guess is wrong, a row of the prompt stays behind.

/**
 * `follows`: it folds them, and the cursor stays in its row. `slips`: it folds them, and each row that is new below the
 * cursor moves it down (xterm.js, which is in many editors). `cuts`: it folds nothing (xterm).
 */
export type Resizing = "follows" | "slips" | "cuts";

const WITH_XTERM_JS: ReadonlySet<string> = new Set(["vscode", "Hyper", "Tabby"]);

export function resizingOf({
  TERM_PROGRAM: program = "",
  XTERM_VERSION: xterm = "",
  TMUX: tmux = "",
}: Readonly<Record<string, string | undefined>>): Resizing {
  if (tmux !== "") return "follows";
  if (WITH_XTERM_JS.has(program)) return "slips";
  return xterm === "" ? "follows" : "cuts";
}

/**
 * How many rows above the cursor the first row is now. `folds` has, for each row, how many it takes at the new width;
 * `at` is the cursor's row among them.
 */
export function rowsAbove(folds: readonly number[], at: number, resizing: Resizing): number {
  if (resizing === "cuts") return at;
  const more = (from: number, to: number): number => folds.slice(from, to).reduce((sum, rows) => sum + rows - 1, 0);
  return at + more(0, at) + (resizing === "slips" ? slipped(folds, at) : 0);
}

/** xterm.js goes through its rows from the last one up, and leaves alone the one where the cursor is by then. */
function slipped(folds: readonly number[], at: number): number {
  let by = 0;
  for (let row = folds.length - 1; row >= at; row -= 1) if (row !== at + by) by += folds[row]! - 1;
  return by;
}
