import { describe, expect, test } from "vitest";
import { takeKey } from "./key.ts";

function take(hash: string, kept: string | null): { key: string | null; kept: string | null; address: string | null } {
  const shelf = new Map<string, string>(kept === null ? [] : [["galley-key", kept]]);
  let address: string | null = null;
  const key = takeKey(
    { pathname: "/", search: "?token=t", hash },
    {
      getItem: (name) => shelf.get(name) ?? null,
      setItem: (name, value) => void shelf.set(name, value),
      removeItem: (name) => void shelf.delete(name),
    },
    (to) => (address = to),
  );
  return { key, kept: shelf.get("galley-key") ?? null, address };
}

describe("the key", () => {
  test.each<[string, string, string | null, ReturnType<typeof take>]>([
    ["comes from the link, which then does not have it", "#key=k1", null, { key: "k1", kept: "k1", address: "/#/" }],
    ["of a newer link counts", "#key=k2", "k1", { key: "k2", kept: "k2", address: "/#/" }],
    ["was kept", "#/history", "k1", { key: "k1", kept: "k1", address: null }],
    ["is not there", "", null, { key: null, kept: null, address: null }],
    ["is empty", "#key=", "k1", { key: "k1", kept: "k1", address: null }],
  ])("%s", (_, hash, kept, expected) => expect(take(hash, kept)).toEqual(expected));
});
