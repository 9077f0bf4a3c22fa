// The keys that sign-in tokens are checked with: an address where the identity provider publishes them, or a file with
// the same, a JWK Set. A shared secret or a private key is refused: it has no business here.

import { readFileSync } from "node:fs";
import type { JSONWebKeySet, JWK } from "jose";
import { failure } from "../../base/index.ts";

export type PublicKeys =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "set"; readonly set: JSONWebKeySet };

/** `given`: of `--keys`. Throws INVALID_ARG. */
export function openKeys(given: string): PublicKeys {
  if (/^https?:/i.test(given)) return { kind: "url", url: safeUrl(given) };
  let text: string;
  try {
    text = readFileSync(given, "utf8");
  } catch (error) {
    throw failure("INVALID_ARG", "The file of --keys cannot be read.", { cause: error });
  }
  return { kind: "set", set: setOf(text) };
}

function safeUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isLoopback = url !== null && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url?.protocol === "https:" || (url !== null && isLoopback)) return url.href;
  throw failure("INVALID_ARG", "--keys needs an https URL: keys that anyone on the way can replace prove nothing.");
}

function setOf(text: string): JSONWebKeySet {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw failure("INVALID_ARG", "The file of --keys is not a JWK Set, which is JSON.", { cause: error });
  }
  const keys = isObject(value) ? value["keys"] : null;
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isKey))
    throw failure("INVALID_ARG", 'The file of --keys has no keys: a JWK Set is {"keys": […]}.');
  if (keys.some(({ kty, d, k }) => kty === "oct" || d !== undefined || k !== undefined)) throw isPrivate();
  return { keys };
}

function isKey(value: unknown): value is JWK & { readonly kty: string } {
  return isObject(value) && typeof value["kty"] === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isPrivate(): Error {
  return failure("INVALID_ARG", "The file of --keys has a secret or private key. Give only public keys.");
}
