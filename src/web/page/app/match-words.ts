// Whether a name fits what was typed: every word of it appears, in any order, whatever the case.

export function matches(name: string, typed: string): boolean {
  const lower = name.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
