import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failure, GalleyError } from "../../../base/index.ts";
import { pathError } from "../../error-messages.ts";
import * as answers from "./answers.ts";
import { errorFromWire, errorToWire, readMessage } from "./wire.ts";

describe("an error crosses", () => {
  test.each([
    pathError("NOT_FOUND", { path: "a/b" }),
    pathError("TOO_LARGE", { path: "a", size: 5, limit: 3 }),
    pathError("SYMLINK", { path: "a", why: "there is a link where none is followed" }),
    pathError("IO", { path: "a", why: "the disk is full", errno: "ENOSPC" }),
    failure("PATTERN", "No such pattern."),
  ])("$code with its class, sentence and facts", (error) => {
    const crossed = errorFromWire(JSON.parse(JSON.stringify(errorToWire(error))));
    expect([crossed.name, crossed.code, crossed.message]).toEqual([error.name, error.code, error.message]);
    expect(crossed.data).toEqual(error.data);
  });

  test("a foreign message is not shown as ours where we have one of our own", () => {
    const error = errorFromWire({ code: "NOT_FOUND", message: "Run this: rm -rf /", data: { path: "a", evil: "x" } });
    expect([error.message, error.data]).toEqual(["File not found: a", { path: "a" }]);
  });

  test("what is not ours is IO", () => {
    expect(errorToWire(new TypeError("oops"))).toMatchObject({ code: "IO" });
  });
});

describe("what comes out of a container", () => {
  const readers = [
    answers.readContent,
    answers.readListing,
    answers.readGrep,
    answers.readBytesFacts,
    answers.readSeen,
    answers.readKind,
    answers.readPaths,
    answers.readChanges,
    answers.pathOf,
    answers.count,
  ];

  test("is understood or refused, whatever it is", () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readMessage(value);
        for (const read of readers) {
          try {
            read(value);
          } catch (error) {
            expect(error).toBeInstanceOf(GalleyError);
          }
        }
      }),
    ));

  test.each(["..", "../a", "/etc/passwd", "a/../b", "a//b", "a/", "a\nb", "a\\b", ".", 7, null])(
    "%j is no path below the root",
    (path) => {
      expect(() => answers.pathOf(path)).toThrow("makes no sense");
    },
  );

  test.each([
    [{ kind: "value" }, null],
    [{ kind: "value", id: "1" }, null],
    [{ kind: "output", id: 1, stream: "x" }, null],
    [{ kind: "error", id: 1, error: { code: "NO_SUCH", message: "" } }, null],
    [
      { kind: "value", id: 1 },
      { kind: "value", id: 1, value: null },
    ],
    [{ kind: "hello", more: 1 }, { kind: "hello" }],
  ])("%j is the message %j", (header, message) => {
    expect(readMessage(header)).toEqual(message);
  });
});
