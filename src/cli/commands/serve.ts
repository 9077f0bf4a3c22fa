// `galley serve`: the server of a team's inbox, and its administration: tables, tokens of machines, people, the audit.
// Only this command opens a database.

import { UsageError, type Arguments } from "../arguments.ts";
import { SERVE_ACTIONS, SERVER_OPTIONS } from "../serve/actions.ts";
import { storeUrl } from "../serve/store-url.ts";
import { settingsOf } from "../settings.ts";

/** Which options belong to which action; the rest are for all. */
const OWN: ReadonlyMap<string, readonly string[]> = new Map([
  ["start", SERVER_OPTIONS],
  ...Object.entries(SERVE_ACTIONS).map(([name, { options }]) => [name, options] as const),
]);

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const [action = "start", ...words] = args.words;
  const url = storeUrl(args, settings.environment);
  onlyOwn(action, args);
  switch (action) {
    case "start": {
      const { startServer } = await import("../serve/start-server.ts");
      return startServer(args, settings, url);
    }
    case "migrate": {
      if (words.length > 0) throw new UsageError(`serve migrate takes no arguments; got ${words.join(" ")}`);
      const { migrateStore } = await import("../serve/administer.ts");
      return migrateStore(settings, url);
    }
    case "token": {
      const { administerTokens } = await import("../serve/tokens.ts");
      return administerTokens(args, settings, { url, words });
    }
    case "people": {
      const { administerPeople } = await import("../serve/administer.ts");
      return administerPeople(settings, { url, words });
    }
    case "audit": {
      const { administerAudit } = await import("../serve/audit.ts");
      return administerAudit(args, settings, { url, words });
    }
    default:
      throw new UsageError(`serve takes migrate, token, people or audit; got ${JSON.stringify(action)}`);
  }
}

function onlyOwn(action: string, { values, flags }: Arguments): void {
  const own = OWN.get(action) ?? [];
  for (const [other, options] of OWN) {
    const wrong = options.find((name) => !own.includes(name) && (values.has(name) || flags.has(name)));
    if (wrong !== undefined)
      throw new UsageError(`${wrong} belongs to serve${other === "start" ? " alone" : ` ${other}`}`);
  }
}
