// The application: the frame, the screen of where the user is, and what floats above them.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ActionId } from "../actions.ts";
import { ChatPanel } from "../conversation/chat-panel.tsx";
import { FileScreen } from "../files/file-screen.tsx";
import { FilesPanel } from "../files/files-panel.tsx";
import { ConfigScreen } from "../history/config-screen.tsx";
import { HistoryScreen } from "../history/history-screen.tsx";
import { RulesScreen } from "../history/rules-screen.tsx";
import { InboxScreen } from "../inbox/inbox-screen.tsx";
import { QuestionScreen } from "../inbox/question-screen.tsx";
import { Frame } from "../layout/frame.tsx";
import { StartScreen } from "../start/start-screen.tsx";
import { useStore } from "../store/store.ts";
import { TaskScreen } from "../task/task-screen.tsx";
import { isTeamPage, TeamApplication, TeamWaiting } from "../team/team-application.tsx";
import { useKeys } from "../use-keys.ts";
import { ConfirmationView } from "./confirmation-view.tsx";
import { ConnectionBanner, NoStateYet, UnkeptBanner } from "./connection-states.tsx";
import { useApp, useRoute } from "./context.ts";
import { Help } from "./help.tsx";
import { toggleNotifications, useNotifications } from "./notifications.ts";
import { Palette } from "./palette.tsx";
import { Rail } from "./rail.tsx";
import type { Route } from "./route.ts";
import { reviewDisk } from "./tasks.ts";
import { useReceipts } from "./use-receipts.ts";
import type { Theme } from "./preferences.ts";

export function Application(): VNode {
  const { status, data } = useApp();
  const connection = useStore(status, (value) => value);
  const isReady = useStore(data, (value) => value !== null);
  if (isTeamPage()) return isReady ? <TeamApplication /> : <TeamWaiting status={connection} />;
  return isReady ? <Ready /> : <NoStateYet status={connection} />;
}

function Ready(): VNode {
  const app = useApp();
  const { keys, go, preferences, status } = app;
  const connection = useStore(status, (value) => value);
  const [opened, setOver] = useState<{
    readonly kind: "palette" | "help";
    readonly available: readonly ActionId[];
    readonly on: Route;
  } | null>(null);
  const route = useRoute();
  // Its actions are of the screen that it was opened on.
  const over = opened?.on === route ? opened : null;
  const setTheme = (to: Theme): void => preferences.update((value) => ({ ...value, theme: to }));
  const open = (kind: "palette" | "help"): void => setOver({ kind, available: keys.available(), on: app.route.value });
  useNotifications();
  useReceipts();
  useKeys(keys, {
    palette: () => open("palette"),
    help: () => open("help"),
    "go-start": () => go({ kind: "start" }),
    "go-inbox": () => go({ kind: "inbox" }),
    "go-files": () => go({ kind: "files" }),
    "go-chat": () => go({ kind: "chat" }),
    "go-history": () => go({ kind: "history" }),
    "go-rules": () => go({ kind: "rules" }),
    "go-config": () => go({ kind: "config" }),
    "review-disk": () => void reviewDisk(app),
    "theme-system": () => setTheme("system"),
    "theme-light": () => setTheme("light"),
    "theme-dark": () => setTheme("dark"),
    notify: () => void toggleNotifications(app),
    close: closeField,
  });
  return (
    <>
      <Frame
        rail={<Rail />}
        chat={<ChatPanel />}
        banner={
          <>
            <ConnectionBanner status={connection} />
            <UnkeptBanner />
          </>
        }
      >
        <Screen />
      </Frame>
      <ConfirmationView />
      {over?.kind === "palette" && <Palette available={over.available} onClose={() => setOver(null)} />}
      {over?.kind === "help" && <Help available={over.available} onClose={() => setOver(null)} />}
    </>
  );
}

/** Escape leaves a field, so that keys mean actions again. */
function closeField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function Screen(): VNode {
  const route = useRoute();
  switch (route.kind) {
    case "start":
      return <StartScreen />;
    case "inbox":
      return <InboxScreen />;
    case "question":
      return <QuestionScreen key={route.id} id={route.id} />;
    case "task":
      return <TaskScreen key={route.id} id={route.id} />;
    case "files":
      return <FilesPanel isScreen />;
    case "file":
      return <FileScreen key={route.path} path={route.path} />;
    case "chat":
      return <ChatPanel isScreen />;
    case "history":
      return <HistoryScreen />;
    case "rules":
      return <RulesScreen />;
    case "config":
      return <ConfigScreen />;
    default:
      return route satisfies never;
  }
}
