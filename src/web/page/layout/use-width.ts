// Which of the three layouts fits: WEB.md's widths, also in layout.css.

import { useEffect, useState } from "preact/hooks";

export type Width = "narrow" | "medium" | "wide";

const WIDE = "(min-width: 1100px)";
const NARROW = "(max-width: 699.9px)";

export function useWidth(): Width {
  const [width, setWidth] = useState(read);
  useEffect(() => {
    const queries = [matchMedia(WIDE), matchMedia(NARROW)];
    const look = (): void => setWidth(read());
    for (const query of queries) query.addEventListener("change", look);
    return () => {
      for (const query of queries) query.removeEventListener("change", look);
    };
  }, []);
  return width;
}

function read(): Width {
  return matchMedia(WIDE).matches ? "wide" : matchMedia(NARROW).matches ? "narrow" : "medium";
}

const COARSE = "(pointer: coarse), (max-width: 699.9px)";

/** Fingers rather than a pointer: rows are as high as a target has to be. */
export function useCoarse(): boolean {
  const [isCoarse, setCoarse] = useState(() => matchMedia(COARSE).matches);
  useEffect(() => {
    const query = matchMedia(COARSE);
    const look = (): void => setCoarse(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return isCoarse;
}
