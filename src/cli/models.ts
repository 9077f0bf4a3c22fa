// `galley models`: which model is configured, which keys are found, which servers run on this machine. Never a key.

import { findLocalServers, keyVariable, openModel, PROVIDERS, shownAddress, type LocalServer } from "../agent/index.ts";
import { isFailure } from "../base/index.ts";
import { reveal } from "../text/index.ts";
import type { Arguments } from "./arguments.ts";
import { chosenModel } from "./model-choice.ts";
import { settingsOf, type Settings } from "./settings.ts";
import { print, printJson } from "./text-io.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const [configured, local] = await Promise.all([
    lookAtConfigured(settings),
    findLocalServers({ signal: settings.signal }),
  ]);
  const providers = PROVIDERS.map((provider) => ({
    name: provider.name,
    title: provider.title,
    key_variables: provider.keys,
    key_found: keyVariable(provider, settings.environment),
    base_url: provider.baseUrl,
  }));
  if (settings.json) await printJson({ configured, providers, local: local.map(wireServer) });
  else await print(describe(configured, providers, local));
  return configured?.problem ? 1 : 0;
}

type Configured = {
  readonly model: string;
  readonly from: string;
  readonly base_url: string | null;
  /** Why it cannot be used; null when it can be asked. */
  readonly problem: string | null;
};

async function lookAtConfigured(settings: Settings): Promise<Configured | null> {
  const chosen = await chosenModel(settings, null);
  if (chosen === null) return null;
  const facts = {
    model: chosen.name,
    from: chosen.from,
    base_url: chosen.baseUrl === null ? null : shownAddress(chosen.baseUrl),
  };
  try {
    openModel(chosen, settings.environment);
    return { ...facts, problem: null };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { ...facts, problem: error.message };
  }
}

function wireServer({ provider, title, baseUrl, models }: LocalServer): object {
  return { provider, title, base_url: baseUrl, models };
}

type ProviderLine = {
  readonly name: string;
  readonly key_variables: readonly string[];
  readonly key_found: string | null;
};

function describe(
  configured: Configured | null,
  providers: readonly ProviderLine[],
  local: readonly LocalServer[],
): string {
  const lines =
    configured === null
      ? ['No model is configured. Name one with --model, in GALLEY_MODEL, or as "model" in your config.']
      : [
          `Configured: ${configured.model}, from ${configured.from}${configured.base_url === null ? "" : `, at ${configured.base_url}`}`,
          ...(configured.problem === null ? [] : [`  ! ${configured.problem}`]),
        ];
  lines.push("", "Providers with a key:");
  for (const { name, key_variables, key_found } of providers) {
    if (key_variables.length === 0) continue;
    lines.push(
      `  ${name.padEnd(11)} ${key_found === null ? `no key (${key_variables.join(" or ")})` : `key found in ${key_found}`}`,
    );
  }
  lines.push("", "Servers on this machine:");
  if (local.length === 0) lines.push("  none found on the ports of Ollama, llama.cpp, vLLM and LM Studio");
  for (const { provider, title, baseUrl, models } of local) {
    lines.push(`  ${title} at ${baseUrl}`);
    const names = models.slice(0, SHOWN).map((name) => `    ${provider}/${reveal(name, { oneLine: true })}`);
    lines.push(...(models.length === 0 ? ["    it has no models"] : names));
    if (models.length > SHOWN) lines.push(`    and ${models.length - SHOWN} more (--json lists them)`);
  }
  return `${lines.join("\n")}\n`;
}

const SHOWN = 10;
