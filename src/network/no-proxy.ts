// Which servers are reached without a proxy: this machine always, and what NO_PROXY names. Pure.
//
//   NO_PROXY = entry { ("," | whitespace) entry }
//   entry    = "*" | [ "." | "*." ] name [ ":" port ] | address [ ":" port ] | address "/" bits
//
// A name means itself and every name below it.

import { BlockList, isIP } from "node:net";

/** `host` as a URL has it: in lower case, an IPv6 address in brackets. */
export type Server = { readonly host: string; readonly port: number };

export function isReachedDirectly({ host, port }: Server, noProxy: string): boolean {
  const name = bare(host).replace(/\.$/, "");
  if (isThisMachine(name)) return true;
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => fits(entry.toLowerCase(), { name, port }));
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8);
LOOPBACK.addAddress("::1", "ipv6");

function isThisMachine(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || isIn(LOOPBACK, name);
}

function fits(entry: string, { name, port }: { readonly name: string; readonly port: number }): boolean {
  if (entry === "*") return true;
  const [, address = "", bits = ""] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (bits !== "") return isInSubnet(name, bare(address), Number(bits));
  const [, host = "", only = ""] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? ["", entry];
  if (only !== "" && Number(only) !== port) return false;
  const wanted = bare(host)
    .replace(/^\*?\./, "")
    .replace(/\.$/, "");
  if (isIP(wanted) !== 0) return isInSubnet(name, wanted, isIP(wanted) === 4 ? 32 : 128);
  return name === wanted || (isIP(name) === 0 && name.endsWith(`.${wanted}`));
}

function isInSubnet(name: string, address: string, bits: number): boolean {
  const kind = isIP(address);
  if (kind === 0 || bits > (kind === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, bits, kind === 4 ? "ipv4" : "ipv6");
  return isIn(list, name);
}

function isIn(list: BlockList, name: string): boolean {
  const kind = isIP(name);
  return kind !== 0 && list.check(name, kind === 4 ? "ipv4" : "ipv6");
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
