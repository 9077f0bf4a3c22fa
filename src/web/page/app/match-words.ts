// Whether a name fits what was typed: every word of it appears, in any order, whatever the case.

export function matches(name: string, typed: string): boolean {
  return matcherOf(typed)(name);
}

/** For many names: what was typed is taken apart once. */
export function matcherOf(typed: string): (name: string) => boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return (name) => {
    const lower = name.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
