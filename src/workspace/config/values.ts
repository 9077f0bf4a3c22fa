// The effective value of every key as rows, with where each comes from.

import { resolve } from "node:path";
import type { Effective, EffectiveSandbox } from "./effective.ts";
import { KEYS, TIMEOUTS } from "./keys.ts";
import type { From, Sourced } from "./limits.ts";
import type { Layers } from "./load-config.ts";
import type { McpServerConfig, ModelConfig } from "./schema.ts";

export type ConfigValue = { readonly key: string; readonly value: unknown; readonly from: From };

export function configValues(config: Effective, layers: Layers, root: string): readonly ConfigValue[] {
  const own: From = layers.user?.from ?? "default";
  const value = (key: string, { value: held, from }: Sourced<unknown>): ConfigValue => ({ key, value: held, from });
  const names = Object.keys(KEYS) as readonly (keyof typeof KEYS)[]; // The table's own keys.
  const timeouts = Object.keys(TIMEOUTS) as readonly (keyof typeof TIMEOUTS)[]; // As above.
  return [
    ...names.map((key) => value(key, config[key])),
    value("shell", config.shell),
    ...Object.entries(config.mcp_servers.value).map(([name, server]) =>
      value(`mcp_servers.${name}`, { value: shownServer(server), from: config.mcp_servers.from }),
    ),
    ...(config.inbox.value === null ? [] : [value("inbox", config.inbox)]),
    ...Object.entries(config.models.value).map(([name, model]) =>
      value(`models.${name}`, { value: shownModel(model), from: config.models.from }),
    ),
    ...timeouts.map((key) => value(`timeouts.${key}`, config.timeouts[key])),
    ...config.sandboxes.flatMap((sandbox) => [
      { ...placeOf(sandbox, root, layers.user?.folder ?? root), from: sandbox.place === null ? "default" : own },
      ...Object.entries(sandbox.limits).map(([key, held]) => value(`sandboxes.${sandbox.name}.${key}`, held)),
    ]),
    ...config.protected.map(({ key, from, pattern }) => ({ key, value: pattern, from })),
    ...config.policy.map(({ key, from, rule: { effect, tool, path } }) => ({
      key,
      value: { effect, tool, path },
      from,
    })),
  ];
}

/** A folder of a config is relative to its file: shown where it is. */
function placeOf({ name, place }: EffectiveSandbox, root: string, folder: string): Pick<ConfigValue, "key" | "value"> {
  const key = `sandboxes.${name}`;
  if (place?.memory !== undefined) return { key: `${key}.memory`, value: place.memory };
  if (place?.container !== undefined) return { key: `${key}.container`, value: place.container };
  return { key: `${key}.root`, value: place?.root === undefined ? root : resolve(folder, place.root) };
}

/** Values of its environment may be secrets, and so may the parts of an address other than its host and path. */
function shownServer({ env, url, ...server }: McpServerConfig): object {
  const masked = env && Object.fromEntries(Object.keys(env).map((name) => [name, "…"]));
  return { ...server, ...(url !== undefined && { url: shownUrl(url) }), ...(masked && { env: masked }) };
}

/** Headers may hold secrets. */
function shownModel({ headers, base_url, ...model }: ModelConfig): object {
  const masked = headers && Object.fromEntries(Object.keys(headers).map((name) => [name, "…"]));
  return {
    ...model,
    ...(base_url !== undefined && { base_url: shownUrl(base_url) }),
    ...(masked && { headers: masked }),
  };
}

function shownUrl(text: string): string {
  if (!URL.canParse(text)) return "…";
  const { protocol, host, pathname, search } = new URL(text);
  return `${protocol}//${host}${pathname}${search === "" ? "" : "?…"}`;
}
