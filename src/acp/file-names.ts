// Names of files on both sides: the editor knows absolute paths below the folder as it spells it, the workspace knows
// sandbox/relative.

import { below, sandboxOf } from "../approval/index.ts";
import { isFailure } from "../base/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";
import type { Place } from "./host.ts";

export type FileNames = {
  /** The editor's path of a file that a model wrote the name of; null when it is not on this disk. */
  readonly fileOf: (path: string) => string | null;
  /** The same of a canonical path. Resolved again, it could be the path of a folder with the name of the sandbox. */
  readonly fileAt: (path: string) => string | null;
  /** The workspace path of a file that a URI names; null when it names none of the workspace. */
  readonly workspaceFile: (uri: string) => string | null;
  /** How a URI is named in the prompt. */
  readonly nameOf: (uri: string) => string;
};

export function fileNames({ realFolder, workspace }: Place, folder: string): FileNames {
  const workspaceFile = (uri: string): string | null => {
    const path = pathOf(uri);
    if (path === null) return null;
    try {
      return workspace.show(workspace.resolve(path));
    } catch (error) {
      if (isFailure(error)) return null;
      throw error;
    }
  };
  const fileAt = (path: string): string | null => {
    const file = hostFile(path, workspace);
    return file === null ? null : spelledBelow(file, { realFolder, folder });
  };
  return {
    fileAt,
    fileOf: (path) => {
      try {
        return fileAt(workspace.resolve(path));
      } catch (error) {
        if (isFailure(error)) return null;
        throw error;
      }
    },
    workspaceFile,
    nameOf: (uri) => workspaceFile(uri) ?? pathOf(uri) ?? uri,
  };
}

/** The absolute path of a file of the workspace; null when it is not on this disk. */
export function hostFile(path: string, { addresses }: Pick<LocalWorkspace, "addresses">): string | null {
  const address = addresses.get(sandboxOf(path));
  if (address === undefined || address.kind !== "host") return null;
  return path.includes("/") ? `${trimmed(address.root)}/${below(path)}` : address.root;
}

/** The same file, with the session's folder spelled as the editor does, which may be through a link. */
export function spelledBelow(
  file: string,
  { realFolder, folder }: { readonly realFolder: string; readonly folder: string },
): string {
  if (file === realFolder) return folder;
  const inside = `${trimmed(realFolder)}/`;
  return file.startsWith(inside) ? `${trimmed(folder)}/${file.slice(inside.length)}` : file;
}

function pathOf(uri: string): string | null {
  if (uri.startsWith("/")) return uri;
  if (!uri.startsWith("file://")) return null;
  try {
    return decodeURIComponent(new URL(uri).pathname);
  } catch {
    return null; // No URL, or an escape that is none: it is named as it was given.
  }
}

function trimmed(folder: string): string {
  return folder.replace(/\/$/, "");
}
