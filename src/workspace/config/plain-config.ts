// Most configs hold a few plain values and rules. Those are recognised here without the schema, which takes longer to load
// than a hook may take to answer. It must never accept what the schema refuses; whatever is not plain is left to the schema.

import { KEYS, type KeyType } from "./keys.ts";
import type { Config } from "./schema.ts";

/** Whether the schema is certain to accept this value as it is. False says nothing. */
export function isPlainConfig(json: unknown): json is Config {
  return isObject(json) && Object.entries(json).every(([name, value]) => isPlain(name, value));
}

function isPlain(name: string, value: unknown): boolean {
  if (name === "policy") return Array.isArray(value) && value.every(isRule);
  if (name === "protected") return isTexts(value);
  return Object.hasOwn(KEYS, name) && isOfType(KEYS[name as keyof typeof KEYS].type, value); // It is one of them.
}

function isOfType(type: KeyType, value: unknown): boolean {
  if (type === "text") return typeof value === "string";
  if (type === "flag") return typeof value === "boolean";
  return Array.isArray(type) && type.includes(value);
}

const EFFECTS: readonly unknown[] = ["allow", "ask", "deny"];

function isRule(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { effect, tool = "", path = "", ...others } = value;
  const isText = typeof tool === "string" && typeof path === "string";
  return EFFECTS.includes(effect) && isText && Object.keys(others).length === 0;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
