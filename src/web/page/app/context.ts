// What every component may use: the server, the store, the keyboard, and where the user is.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { issuerOf } from "../../../approval/index.ts";
import type { Keys } from "../keys.ts";
import type { Api } from "../store/api.ts";
import type { ConnectionStatus } from "../store/connection.ts";
import type { Data } from "../store/data.ts";
import { useStore, type Store } from "../store/store.ts";
import type { Confirmations } from "./confirmations.ts";
import type { Preferences } from "./preferences.ts";
import type { Resources } from "./resources.ts";
import type { Route } from "./route.ts";

export type App = {
  readonly api: Api;
  readonly keys: Keys;
  readonly status: Store<ConnectionStatus>;
  /** Null until the first state has come. */
  readonly data: Store<Data | null>;
  readonly route: Store<Route>;
  readonly go: (route: Route) => void;
  /** The same without a step back to here. */
  readonly replace: (route: Route) => void;
  readonly preferences: Preferences;
  readonly resources: Resources;
  readonly confirmations: Confirmations;
};

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error("outside of the application");
  return app;
}

/** A part of what the server said. Only below the frame, which waits for the first state. */
export function useData<Part>(select: (data: Data) => Part): Part {
  const { data } = useApp();
  return useStore(data, (value) => {
    if (value === null) throw new Error("before the first state");
    return select(value);
  });
}

/** How people of a team are named here: those of the same issuer as the one who is signed in, without it. */
export function useLabels(): { readonly home: string | null } {
  const home = useData(({ team }) => (team === undefined ? null : issuerOf(team.person.id)));
  return { home };
}

export function useRoute(): Route {
  return useStore(useApp().route, (route) => route);
}

export function useOnline(): boolean {
  return useStore(useApp().status, ({ kind }) => kind === "online");
}
