// The contract of every Filesystem, as tests. A backend that passes is interchangeable with the others; what it
// cannot do it names with a reason.

import { readingContract } from "./reading.ts";
import { linkContract } from "./links.ts";
import { searchContract } from "./searching.ts";
import { stagingContract } from "./staging.ts";
import { linkedTargetContract, targetContract } from "./targets.ts";
import { cases, type ContractOptions, type Harness, type Subject } from "./subject.ts";
import { writingContract } from "./writing.ts";

/** Registers the suite. `make` gives a fresh, empty file system for every case. */
export function filesystemContract(
  name: string,
  make: () => Promise<Subject>,
  harness: Harness,
  options: ContractOptions = {},
): void {
  const { describe, expect } = harness;
  const it = cases(make, harness);
  describe(`${name} keeps the contract of files`, () => {
    describe("reading", () => readingContract(it, expect));
    describe("writing and deleting", () => writingContract(it, expect));
    describe("searching", () => searchContract(it, expect));
    describe("staging", () => stagingContract(it, expect));
    describe("targets", () => targetContract(it, expect));
    if (options.withoutLinks === undefined) {
      describe("links", () => linkContract(it, expect));
      describe("targets of links", () => linkedTargetContract(it, expect));
    } else {
      it(`links: left out because ${options.withoutLinks}`, async (subject) => {
        // The reason must be true: where no link can be made, a list never shows one.
        await subject.write({ "a.txt": "a" });
        expect(await subject.list()).toEqual(["a.txt 1"]);
      });
    }
  });
}
