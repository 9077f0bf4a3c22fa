// Names for receipts and questions. Time first, so that names sort by age.

export type Clock = () => Date;

/** Gives an id that no other call gives. */
export type NewId = () => string;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's base 32: no letter looks like a digit.

/** A maker of ids such as `0k2mz7e1q-4t8v2c9x`: ten characters of time, eight of chance. */
export function idMaker(clock: Clock, random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): NewId {
  return () => {
    let time = clock().getTime();
    let stamp = "";
    for (let i = 0; i < 9; i += 1) {
      stamp = ALPHABET[time % 32]! + stamp;
      time = Math.floor(time / 32);
    }
    let chance = "";
    for (const byte of random(new Uint8Array(8))) chance += ALPHABET[byte % 32]!;
    return `${stamp}-${chance}`;
  };
}

export const systemClock: Clock = () => new Date();

/**
 * Ids that sort by time: the system's clock, then chance. Unique, not secret: what no one may guess is made by node:crypto,
 * which takes longer to load than a short command takes to run.
 */
export const newId: NewId = idMaker(systemClock, (bytes) => bytes.map(() => Math.floor(Math.random() * 256)));
