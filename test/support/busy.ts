// Waits until a process is busy: it has used so much time of a processor. For tests that interrupt work which says
// nothing about itself.

import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second; elsewhere this waits for a time that is long enough. */
export async function untilBusy(pid: number, seconds: number): Promise<void> {
  if (process.platform !== "linux") return pause(3000);
  while (usedBy(pid) < seconds) await pause(10);
}

function usedBy(pid: number): number {
  // The name of the program may hold anything; the numbers come after its closing bracket.
  const [, after] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?!.*\) )/s);
  const numbers = after!.split(" ").map(Number);
  return (numbers[11]! + numbers[12]!) / 100;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
