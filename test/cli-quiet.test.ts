// --quiet: a command that does something says nothing when it went well; a command that lists prints its list alone.
// What went wrong is printed all the same.

import { expect, test } from "vitest";
import { block, Place } from "./support/galley.ts";

const changed = (): Place => {
  const place = new Place({ "a.txt": "one\n" });
  expect(place.galley(["apply", "--yes", "--quiet"], { input: block("a.txt", "one\n", "1\n") })).toEqual({
    code: 0,
    out: "",
    err: "",
  });
  return place;
};

test("apply and undo", () => {
  const place = changed();
  expect(place.galley(["undo", "--quiet"])).toEqual({ code: 0, out: "", err: "" });
  expect(place.read("a.txt")).toBe("one\n");
});

test("an undo that leaves something says what", () => {
  const place = changed();
  place.put("a.txt", "mine\n");
  const { code, out } = place.galley(["undo", "--quiet"]);
  expect([code, out.split("\n").length, out]).toEqual([1, 2, expect.stringMatching(/^– a\.txt: /)]);
  expect(place.read("a.txt")).toBe("mine\n");
});

test("an apply that fails says what", () => {
  const place = new Place({ "a.txt": "one\n" });
  const { code, out } = place.galley(["apply", "--yes", "-q"], { input: block("a.txt", "two\n", "2\n") });
  expect([code, out]).toEqual([1, expect.stringMatching(/^✗ a\.txt/)]);
  expect(out).not.toContain("To send back to the model");
});

test.each([
  ["log", ["log"]],
  ["approvals list", ["approvals", "list"]],
  ["approvals revoke --all", ["approvals", "revoke", "--all"]],
  ["doctor", ["doctor"]],
])("%s has nothing to say", (_, args) => {
  const place = new Place();
  const { out, err } = place.galley([...args, "--quiet"]);
  // A machine that lacks something is reported.
  if (args[0] !== "doctor") expect({ out, err }).toEqual({ out: "", err: "" });
  else expect(out).not.toMatch(/^✓/m);
});

test("a list is printed", () => {
  const place = changed();
  expect(place.galley(["log", "--quiet"]).out).toContain("decided by flag");
});
