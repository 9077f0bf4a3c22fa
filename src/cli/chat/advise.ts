// What to do where no model is chosen: at once what is known here, and a server on this machine when it has answered.

import { adviceWithoutModel, findLocalServers } from "../../agent/index.ts";
import type { ChatScreen } from "../../terminal/index.ts";
import type { Settings } from "../settings.ts";

const IN_CHAT =
  'Choose it with /model provider/name; to keep it, set GALLEY_MODEL or "model" in your config. galley models lists what is available.';

export type Advising = {
  readonly settings: Settings;
  readonly screen: ChatScreen;
  /** Why the model that was named cannot be used; null when none was. */
  readonly problem: string | null;
  /** Whether one was chosen meanwhile. */
  readonly isChosen: () => boolean;
};

export function adviseOnModel({ settings, screen, problem, isChosen }: Advising): void {
  const advice = problem ?? adviceWithoutModel(settings.environment, { how: IN_CHAT });
  screen.show({ kind: "note", text: advice.split("\n") });
  // Asking costs a moment that the first prompt must not wait for.
  const soon = new Promise((resolve) => setTimeout(resolve, 50).unref());
  void soon
    .then(() => findLocalServers({ signal: settings.signal }))
    .then((servers) => {
      const names = servers.flatMap(({ provider, models }) => models.slice(0, 3).map((name) => `${provider}/${name}`));
      if (names.length > 0 && !isChosen())
        screen.show({
          kind: "note",
          text: `Found on this machine: ${names.join(", ")}. Use one with: /model ${names[0]}`,
        });
    });
}
