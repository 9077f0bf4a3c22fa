// Makes everything that lives as long as the page: the connection, the stores, the address.

import { Keys } from "../keys.ts";
import { createApi } from "../store/api.ts";
import { connect, type ConnectionStatus } from "../store/connection.ts";
import { browserSharing, directEvents, sharedEvents } from "../store/shared-events.ts";
import { openData, reduceLines, type Data } from "../store/data.ts";
import { Store } from "../store/store.ts";
import type { WebConversation, WebLine } from "../../protocol.ts";
import { openConversation } from "../conversation/items.ts";
import { Confirmations } from "./confirmations.ts";
import type { App } from "./context.ts";
import { openPreferences } from "./preferences.ts";
import { openResources } from "./resources.ts";
import { addressOf, parseRoute, type Route } from "./route.ts";

/** `key` null: this browser never got one. */
export function openApp(key: string | null): App {
  const status = new Store<ConnectionStatus>(key === null ? { kind: "signed-out" } : { kind: "connecting" });
  const api = createApi(key ?? "", () => status.set({ kind: "signed-out" }));
  const data = new Store<Data | null>(null);
  const route = new Store<Route>(parseRoute(location.hash));
  // A new address is two events; the second must not look like another visit.
  const read = (): void => {
    const to = parseRoute(location.hash);
    if (addressOf(to) !== addressOf(route.value)) route.set(to);
  };
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  const move = (to: Route, how: "pushState" | "replaceState"): void => {
    if (addressOf(to) !== addressOf(route.value)) history[how](null, "", addressOf(to));
    route.set(to);
  };
  const app: App = {
    api,
    keys: new Keys(),
    status,
    data,
    route,
    go: (to) => move(to, "pushState"),
    replace: (to) => move(to, "replaceState"),
    preferences: openPreferences(localStorage),
    resources: openResources(api),
    confirmations: new Confirmations(),
  };
  showTheme(app.preferences);
  app.preferences.subscribe(() => showTheme(app.preferences));
  if (key !== null) follow(app);
  return app;
}

function showTheme({ value: { theme } }: App["preferences"]): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
}

function follow({ api, status, data }: App): void {
  const queue = new LineQueue((lines) => {
    data.update((value) => value && reduceLines(value, lines));
    if (data.value?.isConversationOld === true) void fetchConversation();
  });
  let isFetching = false;
  const fetchConversation = async (): Promise<void> => {
    if (isFetching) return;
    isFetching = true;
    try {
      const conversation = openConversation(await api.get<WebConversation>("/api/conversation"));
      data.update((value) => value && { ...value, conversation, isConversationOld: false });
    } catch {
      // The next event of it asks again, and so does the next connection.
    }
    isFetching = false;
  };
  const own = directEvents(api);
  const sharing = browserSharing();
  void connect({
    api,
    events: sharing === null ? own : sharedEvents(own, sharing),
    onState: (state) => {
      queue.clear();
      data.update((before) => openData(state, before));
    },
    onLines: (lines) => queue.add(lines),
    onStatus: (to) => status.set(to),
    signal: new AbortController().signal,
  });
}

/** Lines that came, taken together once per frame; in the background, where there are no frames, soon. */
const SOON_MS = 50;

class LineQueue {
  #lines: WebLine[] = [];
  readonly #take: (lines: readonly WebLine[]) => void;

  constructor(take: (lines: readonly WebLine[]) => void) {
    this.#take = take;
  }

  add(lines: readonly WebLine[]): void {
    const isFirst = this.#lines.length === 0;
    for (const line of lines) this.#lines.push(line);
    if (!isFirst) return;
    requestAnimationFrame(() => this.#flush());
    setTimeout(() => this.#flush(), SOON_MS);
  }

  clear(): void {
    this.#lines = [];
  }

  #flush(): void {
    const lines = this.#lines;
    this.#lines = [];
    if (lines.length > 0) this.#take(lines);
  }
}
