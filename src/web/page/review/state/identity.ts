// Numbers for objects: the same number for the same object, so that what was drawn from it is known by a short name.

const ids = new WeakMap<object, number>();
let next = 1;

export function idOf(value: object | null): number {
  if (value === null) return 0;
  const known = ids.get(value);
  if (known !== undefined) return known;
  ids.set(value, next);
  next += 1;
  return next - 1;
}
