// Numbers as the commands of a conversation write them. Pure.

import { nounFor } from "../../../base/index.ts";

export function tokensOf(number: number): string {
  return `${count(number)} ${nounFor(number, "token")}`;
}

export function count(number: number): string {
  return number.toLocaleString("en");
}
