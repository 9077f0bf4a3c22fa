// GALLEY_SEED=7 gives every random test the same numbers each time: those of fast-check here, the others in randomNumbers.

import fc from "fast-check";

const seed = process.env["GALLEY_SEED"];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
