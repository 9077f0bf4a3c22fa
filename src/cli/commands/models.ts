// `galley models`: which model is configured, which keys are found, which servers run on this machine. Never a key.

import {
  addressOf,
  findLocalServers,
  keyVariable,
  openModel,
  PROVIDERS,
  shownAddress,
  type LocalServer,
} from "../../agent/index.ts";
import { isFailure } from "../../base/index.ts";
import { proxyFor } from "../../network/index.ts";
import { joinPrintable, plain, reveal, spaces, type Plain } from "../../text/index.ts";
import type { Arguments } from "../arguments.ts";
import { chosenModel } from "../model-choice.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { print, printJson } from "../text-io.ts";

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
  /** The proxy on the way to it; null: none. */
  readonly proxy: string | null;
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
    const proxy = proxyFor(addressOf(chosen.provider, chosen.baseUrl)!, settings.environment); // It has been opened.
    return { ...facts, proxy: proxy && `${proxy.address} (${proxy.variable})`, problem: null };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { ...facts, proxy: null, problem: error.message };
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
): Plain {
  const one = (text: string): Plain => reveal(text, { keepMarks: true });
  const lines: Plain[] =
    configured === null
      ? [plain`No model is configured. Name one with --model, in GALLEY_MODEL, or as "model" in your config.`]
      : [
          plain`Configured: ${one(configured.model)}, from ${one(configured.from)}${configured.base_url === null ? plain`` : plain`, at ${one(configured.base_url)}`}`,
          ...(configured.proxy === null ? [] : [plain`  through the proxy ${one(configured.proxy)}`]),
          ...(configured.problem === null ? [] : [plain`  ! ${one(configured.problem)}`]),
        ];
  lines.push(plain``, plain`Providers with a key:`);
  for (const { name, key_variables, key_found } of providers) {
    if (key_variables.length === 0) continue;
    const key = key_found === null ? `no key (${key_variables.join(" or ")})` : `key found in ${key_found}`;
    lines.push(plain`  ${one(name)}${spaces(11 - name.length)} ${one(key)}`);
  }
  lines.push(plain``, plain`Servers on this machine:`);
  if (local.length === 0) lines.push(plain`  none found on the ports of Ollama, llama.cpp, vLLM and LM Studio`);
  for (const { provider, title, baseUrl, models } of local) {
    lines.push(plain`  ${one(title)} at ${one(baseUrl)}`);
    const names = models.slice(0, SHOWN).map((name) => plain`    ${one(provider)}/${reveal(name)}`);
    lines.push(...(models.length === 0 ? [plain`    it has no models`] : names));
    if (models.length > SHOWN) lines.push(plain`    and ${models.length - SHOWN} more (--json lists them)`);
  }
  return plain`${joinPrintable(lines, plain`\n`)}\n`;
}

const SHOWN = 10;
