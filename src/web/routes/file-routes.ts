// The files of the workspace, as far as the rules show them.

import { failure, type WorkspacePath } from "../../base/index.ts";
import { decode } from "../../text/index.ts";
import { readGitStates } from "../../workspace/index.ts";
import { Refusal } from "../http/refusal.ts";
import type { WebFile, WebFileContent, WebFiles } from "../protocol.ts";
import type { RouteParts, WebApp } from "./parts.ts";

const MOST_FILES = 100_000;
const SHOWN_BYTES = 16 * 1024 * 1024;

export function addFileRoutes(app: WebApp, { host: { workspace }, follower, signal }: RouteParts): void {
  app.get("/api/files", async (context) => {
    const [listing, states] = await Promise.all([
      workspace.approved.glob("**", { mostEntries: MOST_FILES, signal }),
      readGitStates(workspace),
    ]);
    const row = (path: WorkspacePath, size: number): WebFile => ({
      path: workspace.show(path),
      size,
      git: states?.get(path) ?? null,
      changed_by: follower.changedBy(workspace.show(path)),
    });
    const listed = listing.entries.map(({ path, size_bytes }) => row(path as WorkspacePath, size_bytes ?? 0)); // A listing gives canonical paths.
    const gone = [...(states ?? [])].flatMap(([path, state]) => (state === "deleted" ? [row(path, 0)] : []));
    const files = [...listed, ...gone].sort((a, b) => (a.path < b.path ? -1 : 1));
    return context.json<WebFiles>({ files, truncated: listing.truncated });
  });

  app.get("/api/file", async (context) => {
    const given = context.req.query("path");
    if (given === undefined) throw new Refusal(400, "INVALID_ARG", "The path is missing.");
    const path = workspace.resolve(given, "file");
    const { bytes } = await workspace.approved.readBytes(workspace.approved.resolve(path));
    const shown = workspace.show(path);
    if (bytes.length > SHOWN_BYTES) throw failure("TOO_LARGE", `${shown} is too large to show.`);
    const decoded = decode(bytes);
    if (decoded.kind === "binary") throw failure("BINARY", `${shown} is not text.`);
    return context.json<WebFileContent>({ path: shown, content: decoded.text });
  });
}
