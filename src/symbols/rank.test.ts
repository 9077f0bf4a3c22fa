import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawMap, estimateTokens } from "./draw.ts";
import { rank } from "./rank.ts";
import type { FileSymbols } from "./types.ts";

const file = (defines: readonly string[], uses: readonly string[] = []): FileSymbols => ({
  definitions: defines.map((name, at) => ({
    name,
    kind: "function",
    line: at + 1,
    depth: 0,
    signature: `function ${name}()`,
  })),
  words: [...defines, ...uses],
});
const nothing = { selected: new Set<string>(), mentioned: new Set<string>() };
const names = (files: Record<string, FileSymbols>, options = nothing): readonly string[] =>
  rank(new Map(Object.entries(files)), options).map(({ definition }) => definition.name);

describe("what comes first", () => {
  const files = {
    "a.ts": file(["usedOften"]),
    "b.ts": file(["usedOnce"], ["usedOften"]),
    "c.ts": file(["usedNever"], ["usedOften", "usedOnce"]),
    "d.ts": file(["alsoNever"], ["usedOften"]),
  };
  test("what is used most", () => expect(names(files).slice(0, 2)).toEqual(["usedOften", "usedOnce"]));
  test("what the selected file uses, and not the selected file itself", () =>
    expect(
      names(
        { ...files, "e.ts": file(["rareThing"]), "s.ts": file(["own"], ["rareThing"]) },
        { ...nothing, selected: new Set(["s.ts"]) },
      )[0],
    ).toBe("rareThing"));
  test("what was mentioned", () =>
    expect(
      names(
        { "a.ts": file(["firstName"]), "b.ts": file(["otherName"]), "u.ts": file([], ["firstName", "otherName"]) },
        { ...nothing, mentioned: new Set(["otherName"]) },
      )[0],
    ).toBe("otherName"));
  test("a name that everybody defines says little", () => {
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`m${at}.ts`, file(["commonName"], [])]));
    expect(names({ ...many, "r.ts": file(["realTarget"]), "u.ts": file([], ["commonName", "realTarget"]) })[0]).toBe(
      "realTarget",
    );
  });
});

test("rank is the same whatever order files come in", () => {
  const part = fc.array(fc.constantFrom("alphaOne", "betaTwo", "gammaThree", "x", "From"), { maxLength: 4 });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.tuple(part, part)), (drawn) => {
      const entries = Object.entries(drawn).map(
        ([path, [defines, uses]]) => [path, file([...new Set(defines)], uses)] as const,
      );
      const order = (list: typeof entries): readonly string[] =>
        rank(new Map(list), nothing).map(({ path, definition }) => `${path} ${definition.name}`);
      expect(order(entries.toReversed()).toSorted()).toEqual(order(entries).toSorted());
    }),
  );
});

test("a map keeps its budget and counts what had no room", () => {
  const ranked = rank(
    new Map(Array.from({ length: 50 }, (_, at) => [`f${at}.ts`, file([`name${at}Long`, `other${at}Long`])])),
    nothing,
  );
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 2000 }), (tokens) => {
      const { text, shown, tokens: used } = drawMap(ranked, tokens);
      expect(used).toBe(estimateTokens(text));
      expect(used).toBeLessThanOrEqual(Math.max(tokens, 15));
      if (shown < ranked.length)
        expect(text).toContain(`[${ranked.length - shown} more definitions had no room in this map]`);
      expect(text.split("\n").filter((line) => line.includes("function "))).toHaveLength(shown);
    }),
  );
});
