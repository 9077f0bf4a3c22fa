// What reached a terminal and should not have: control and invisible characters beyond our own movements and colours.

/** Each of them, in order. */
export function strange(raw: string): string[] {
  // oxlint-disable-next-line no-control-regex
  const own = /\u001b\[[?\d;]*[ABCDGHJKhlmsu]|\u001b[78>]|\r|\n/g;
  const left = raw.replace(own, "");
  return [...left].filter((character) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character));
}
