// Where a server is asked: checked before the first request, and shown without what may be secret in it.

import { failure } from "../../base/index.ts";

/** INVALID_ARG for what cannot be asked, or holds a password: addresses are shown in messages. */
export function requireAddress(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw failure(
      "INVALID_ARG",
      `base_url is ${JSON.stringify(shownAddress(baseUrl))}, which is not the address of a server. Write one such as http://127.0.0.1:8080/v1.`,
    );
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw failure(
      "INVALID_ARG",
      `base_url ${shownAddress(baseUrl)} must not contain a user name, password or query. Give the key in the provider's variable; galley models names it.`,
    );
}

/** Without a name, a password and a query. */
export function shownAddress(baseUrl: string): string {
  return baseUrl.replace(/^([^/?#]*\/\/)?[^/?#]*@/, "$1…@").replace(/[?#].*$/s, "?…");
}
