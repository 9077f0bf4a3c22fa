import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compileCover } from "./cover.ts";

test.each<[string, string, boolean, string]>([
  ["ws/infra", "ws/infra", true, "all"],
  ["ws/infra", "ws/infra/a/b", true, "all"],
  ["ws/infra/**", "ws/infra", false, "some"],
  ["ws/infra/**", "ws/infra/a", true, "all"],
  ["ws/infra/*", "ws/infra/a", true, "some"],
  ["ws/infra/*", "ws/infra/a/b", false, "none"],
  ["ws/infra/**", "ws", false, "some"],
  ["ws/infra/**", "ws/docs", false, "none"],
  ["**/.env", "ws/a", false, "some"],
  ["{a,b}/c", "b", false, "some"],
  ["github.com/acme/*", "github.com/acme/shop", true, "some"],
  ["github.com/acme/*", "github.com/acme/team/shop", false, "none"],
  ["github.com/acme/**", "github.com/acme/team/shop", true, "all"],
  ["**", "ws", true, "all"],
  ["**/a/*/*", "a/a/a", true, "some"],
])("%s and %s", (pattern, path, covers, reach) => {
  const cover = compileCover(pattern);
  expect([cover.covers(path), cover.reach(path)]).toEqual([covers, reach]);
});

const names = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 });
const patterns = fc
  .array(fc.constantFrom("a", "b", "*", "**", "?", "{a,b}"), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"));

test("a folder of which a pattern reaches nothing has nothing that it covers; one it reaches whole has nothing else", () => {
  fc.assert(
    fc.property(patterns, names, names, (pattern, folder, rest) => {
      const { covers, reach } = compileCover(pattern);
      const [whole, path] = [folder.join("/"), [...folder, ...rest].join("/")];
      const found = reach(whole);
      if (found === "none") expect([covers(whole), covers(path)]).toEqual([false, false]);
      if (found === "all") expect([covers(whole), covers(path)]).toEqual([true, true]);
    }),
    { numRuns: 3_000 },
  );
});
