// Whether the team's inbox that the user's config names can be used: the token's file, the server, and its clock. Asks the
// server one thing, and puts no question.

import { isFailure } from "../../base/index.ts";
import { remoteTransport } from "../../team/remote/index.ts";
import type { ConfiguredTeam } from "../inbox/configured-team.ts";
import { teamServer } from "../inbox/team-inbox.ts";
import type { Settings } from "../settings.ts";
import { good, type Check } from "./check.ts";

// Deadlines are the server's; tokens of people may differ by half a minute.
const MOST_SKEW_MS = 30_000;

/** None where no team's inbox is configured. */
export async function checkTeamInbox(
  found: ConfiguredTeam | null,
  { environment }: Pick<Settings, "environment">,
): Promise<readonly Check[]> {
  return found === null ? [] : [await checkServer(found.team, { folder: found.folder, environment })];
}

async function checkServer(...[team, where]: Parameters<typeof teamServer>): Promise<Check> {
  let skewMs: number | null = null;
  try {
    const { fetch, ...server } = teamServer(team, where);
    const watched: typeof fetch = async (...request) => {
      const sentMs = Date.now();
      const response = await fetch(...request);
      const serverMs = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(serverMs)) skewMs = serverMs - (sentMs + Date.now()) / 2;
      return response;
    };
    const reviewers = await remoteTransport({ ...server, fetch: watched }).reviewers();
    const pages = reviewers.length > 0 ? "someone has its page open" : "no one has its page open now";
    const found = `${server.url} takes this machine's token; ${pages}`;
    return skewMs !== null && Math.abs(skewMs) > MOST_SKEW_MS ? skewed(found, skewMs) : good("team inbox", found, true);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return {
      name: "team inbox",
      status: "broken",
      needed: true,
      found: error.message,
      means: "Every question is asked there, so nothing can be approved.",
      todo: "Correct inbox.url or inbox.token_file in your config (docs/guides/team.md), or try again later.",
    };
  }
}

function skewed(found: string, skewMs: number): Check {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  return {
    name: "team inbox",
    status: "broken",
    needed: false,
    found: `${found}; its clock is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} this machine's`,
    means: "Times that are shown here, such as deadlines, are off by that much. The server's own clock counts.",
    todo: "Set the clock of this machine, or of the server.",
  };
}
