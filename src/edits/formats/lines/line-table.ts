// Where each line of a text begins, and with which character: found in one pass, and asked by every reader instead of the
// text. Never more than eight bytes for a line.

const BOM = 0xfeff;
const LINE_FEED = 0x0a;

export type LineTable = {
  /** Where each line begins, and the length of the text as a last entry. */
  readonly starts: Uint32Array;
  /** The first UTF-16 unit of each line; that of the first line is the one after a BOM. */
  readonly firsts: Uint16Array;
  /** The first unit that is neither a space nor a tab. A line without one has that of its line break, or a line feed. */
  readonly signs: Uint16Array;
};

/** The same lines as lineStarts of the text module. */
export function lineTable(text: string): LineTable {
  // Most lines are longer than this; where they are not, the tables grow.
  let room = (text.length >> 5) + 16;
  let starts = new Uint32Array(room);
  let firsts = new Uint16Array(room);
  let signs = new Uint16Array(room);
  let count = 0;
  for (let from = 0; from < text.length;) {
    if (count + 1 >= room) {
      room *= 2;
      starts = grown(starts, new Uint32Array(room));
      firsts = grown(firsts, new Uint16Array(room));
      signs = grown(signs, new Uint16Array(room));
    }
    let place = from;
    let unit = text.charCodeAt(place);
    if (unit === BOM && place === 0) unit = text.charCodeAt((place += 1));
    starts[count] = from;
    firsts[count] = place < text.length ? unit : LINE_FEED;
    while (unit === 0x20 || unit === 0x09) unit = text.charCodeAt((place += 1));
    signs[count] = place < text.length ? unit : LINE_FEED;
    count += 1;
    const end = unit === LINE_FEED ? place : text.indexOf("\n", place);
    from = end < 0 ? text.length : end + 1;
  }
  starts[count] = text.length;
  return {
    starts: starts.subarray(0, count + 1),
    firsts: firsts.subarray(0, count),
    signs: signs.subarray(0, count),
  };
}

function grown<Table extends Uint16Array | Uint32Array>(table: Table, larger: Table): Table {
  larger.set(table);
  return larger;
}
