// A value that is made when it is first needed, and once. For what is slow to make and seldom used: V8 builds the tables of
// a pattern with the letters of every script when the pattern is evaluated, a third of a millisecond for each.

/** `make` must give the same at any time; nothing is kept if it throws. */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => (made ??= make());
}
