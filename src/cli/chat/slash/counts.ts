// Numbers as the commands of a conversation write them. Pure.

import { grouped, nounFor } from "../../../base/index.ts";

export function tokensOf(number: number): string {
  return `${grouped(number)} ${nounFor(number, "token")}`;
}
