// Characters as web pages write them: "&lt;" for "<". Text that was copied from a page's source has them.

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " };

/** Each entity once: "&amp;lt;" is "&lt;". One that is not known stays. */
export function withoutEntities(line: string): string {
  if (!line.includes("&")) return line;
  return line.replaceAll(/&(lt|gt|amp|quot|apos|nbsp|#\d{2,4}|#x[0-9a-f]{2,4});/gi, (whole, name: string) => {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (!name.startsWith("#")) return NAMED[name.toLowerCase()] ?? whole;
    return code >= 0x20 && code < 0xd800 ? String.fromCharCode(code) : whole;
  });
}
