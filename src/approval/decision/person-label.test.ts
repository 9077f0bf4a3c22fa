import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { issuerOf, peopleLabel, personLabel } from "./person-label.ts";

const HOME = "https://id.example.com";
const home = { home: HOME };

describe("the label of a person", () => {
  test.each([
    ["a name", "Mia Beck", `${HOME} 8f14e45f`, "Mia Beck <8f14e45f>"],
    ["an address", "mia@example.com", `${HOME} 8f14e45f`, "mia@example.com <8f14e45f>"],
    ["no name but the subject", "8f14e45f", `${HOME} 8f14e45f`, "8f14e45f"],
    ["accents", "Zoë d’Arc-Øst", `${HOME} 7`, "Zoë d’Arc-Øst <7>"],
    ["another issuer", "Mia Beck", "https://other.example 8f14e45f", "Mia Beck <https://other.example 8f14e45f>"],
    ["a comma", "Beck, Mia", `${HOME} 7`, '"Beck, Mia" <7>'],
    ["an id inside the name", "Mia Beck <8f14e45f>", `${HOME} 7`, '"Mia Beck <8f14e45f>" <7>'],
    ["two people in one name", "Ann and Bob", `${HOME} 7`, '"Ann and Bob" <7>'],
    ["quotes", 'M "x" B', `${HOME} 7`, '"M \\"x\\" B" <7>'],
    ["a space at the end", "Mia ", `${HOME} 7`, '"Mia " <7>'],
    ["a subject that looks like a label", "Mia<8>", `${HOME} Mia<8>`, '"Mia<8>" <Mia<8>>'],
    ["an id without an issuer", "Mia", "7", "Mia <7>"],
  ])("%s", (_, name, id, label) => expect(personLabel({ id, name }, home)).toBe(label));

  test("of several", () => {
    const people = ["Ann", "Bob", "Cleo"].map((name, at) => ({ name, id: `${HOME} ${at}` }));
    expect([0, 1, 2, 3].map((many) => peopleLabel(people.slice(0, many), home))).toEqual([
      "",
      "Ann <0>",
      "Ann <0> and Bob <1>",
      "Ann <0>, Bob <1> and Cleo <2>",
    ]);
  });

  const word = fc.constantFrom("Ann", "and", "<1>", "1", '"', ",", "a,b", "\\", "Bob", "x<1>", "", "(", "\u202e");
  const person = fc.record({
    name: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")),
    id: fc.tuple(fc.constantFrom(HOME, "https://b.example"), fc.constantFrom("1", "Ann", "and", "x<1>", "a,b")),
  });
  const people = fc.array(
    person.map(({ name, id }) => ({ name, id: id.join(" ") })),
    { maxLength: 3 },
  );
  test("the same label is of the same people, whatever they are called", () =>
    fc.assert(
      fc.property(people, people, (some, others) => {
        const isSame = peopleLabel(some, home) === peopleLabel(others, home);
        const ids = [some, others].map((list) => list.map(({ id }) => id).join("\n"));
        expect(isSame && ids[0] !== ids[1]).toBe(false);
      }),
      { numRuns: 20_000 },
    ));
});

test("the issuer of an id", () => expect([`${HOME} 7`, "7", "a b c"].map(issuerOf)).toEqual([HOME, "", "a b"]));
