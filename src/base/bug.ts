// A broken invariant of our own. Never shown as the user's mistake, never swallowed.

/** An invariant of this package is broken. Never the caller's mistake: report it, and do not catch it to go on. */
export class Bug extends Error {
  override readonly name = "Bug";
}

/** Throws a Bug unless the claim holds. Use it where a false claim means our code is wrong. */
export function must(claim: boolean, what: string): asserts claim {
  if (!claim) throw new Bug(what);
}
