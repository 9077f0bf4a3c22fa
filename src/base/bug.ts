// A broken invariant of our own. Never shown as the user's mistake, never swallowed.

export class Bug extends Error {
  override readonly name = "Bug";
}

/** Throws a Bug unless the claim holds. Use it where a false claim means our code is wrong. */
export function must(claim: boolean, what: string): asserts claim {
  if (!claim) throw new Bug(what);
}
