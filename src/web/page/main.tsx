// The first code of the page: takes the key out of the address, and puts the application into the document.

import { render } from "preact";
import { Application } from "./app/application.tsx";
import { AppContext } from "./app/context.ts";
import { openApp } from "./app/open-app.ts";
import { takeKey } from "./store/key.ts";
import { isTeamPage } from "./team/team-application.tsx";
import { listenToKeys } from "./use-keys.ts";

// People of a team are known by what their proxy sends; the page has no key of its own.
const key = isTeamPage()
  ? "team"
  : takeKey(location, localStorage, (address) => history.replaceState(null, "", address));
const app = openApp(key);
listenToKeys(app.keys);
// The same origin, another link: this page goes on with the key of the server that runs now.
addEventListener("storage", (event) => {
  if (event.key === "galley-key" && event.newValue !== key) location.reload();
});

const place = document.querySelector("#app");
if (place !== null)
  render(
    <AppContext.Provider value={app}>
      <Application />
    </AppContext.Provider>,
    place,
  );
