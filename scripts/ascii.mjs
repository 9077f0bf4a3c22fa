// esbuild leaves characters beyond ASCII in regular expressions. An escape means the same there, and the file can be read
// as Latin-1.

export function toAscii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
