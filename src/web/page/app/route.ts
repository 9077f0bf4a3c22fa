// Where the user is, as the fragment of the address: back and forward work, and a reload shows the same.

export type Route =
  | { readonly kind: "start" | "inbox" | "files" | "chat" | "history" | "rules" | "config" }
  | { readonly kind: "question" | "task"; readonly id: string }
  | { readonly kind: "file"; readonly path: string };

const PLAIN = ["inbox", "files", "chat", "history", "rules", "config"] as const;

/** What cannot be read is the start screen. */
export function parseRoute(hash: string): Route {
  const [, name = "", rest = ""] = /^#\/([^/]*)(?:\/(.*))?$/s.exec(hash) ?? [];
  const plain = PLAIN.find((one) => one === name);
  if (plain !== undefined) return { kind: plain };
  const value = decoded(rest);
  if (value === null || value === "") return { kind: "start" };
  if (name === "question" || name === "task") return { kind: name, id: value };
  if (name === "file") return { kind: "file", path: value };
  return { kind: "start" };
}

export function addressOf(route: Route): string {
  switch (route.kind) {
    case "start":
      return "#/";
    case "question":
    case "task":
      return `#/${route.kind}/${encodeURIComponent(route.id)}`;
    case "file":
      return `#/file/${encodeURIComponent(route.path)}`;
    default:
      return `#/${route.kind}`;
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // Half of an escape: no address of ours.
  }
}
