// The time, for ages that are shown: it moves on while the page is looked at.

import { useEffect, useState } from "preact/hooks";

const EVERY_MS = 10_000;

export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
