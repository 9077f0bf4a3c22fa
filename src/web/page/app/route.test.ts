import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOf, parseRoute, type Route } from "./route.ts";

const routes: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ kind: fc.constantFrom("start", "inbox", "files", "chat", "history", "rules", "config") }),
  fc.record({
    kind: fc.constantFrom("question", "task"),
    id: fc.string({ minLength: 1, unit: "grapheme" }),
  }),
  fc.record({ kind: fc.constant("file" as const), path: fc.string({ minLength: 1, unit: "grapheme" }) }),
);

test("a route is read back from its address", () =>
  fc.assert(
    fc.property(routes, (route) => {
      expect(parseRoute(addressOf(route))).toEqual(route);
    }),
  ));

test.each(["", "#", "#/", "#/nothing", "#/question", "#/question/", "#/file/%E0%A4", "#key=x"])(
  "%s is the start screen",
  (hash) => expect(parseRoute(hash)).toEqual({ kind: "start" }),
);
