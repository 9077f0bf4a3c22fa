import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrameReader, frameOf, type Frame } from "./frames.ts";

const MAX = 1_000_000;
const bytesOf = (frames: readonly Frame[]): Buffer =>
  Buffer.concat(frames.flatMap(({ header, body }) => frameOf(header, body)));

/** The bytes in pieces that end at the given places. */
function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

const frame = fc.record({ header: fc.jsonValue(), body: fc.uint8Array({ maxLength: 300 }) });

describe("frames", () => {
  test("cutting the stream anywhere changes nothing", () =>
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 8 }), (frames, places) => {
        const reader = new FrameReader(MAX);
        const read = cut(bytesOf(frames), places).flatMap((piece) => reader.push(piece));
        expect(read.map(({ header, body }) => [JSON.stringify(header), [...body]])).toEqual(
          frames.map(({ header, body }) => [JSON.stringify(header), [...body]]),
        );
      }),
    ));

  test("each body has memory of its own", () => {
    const bytes = bytesOf([
      { header: 1, body: Uint8Array.of(1, 2) },
      { header: 2, body: Uint8Array.of(3) },
    ]);
    const [one, two] = new FrameReader(MAX).push(bytes);
    bytes.fill(0);
    expect([one!.body, two!.body]).toEqual([Uint8Array.of(1, 2), Uint8Array.of(3)]);
    expect([one!.body.buffer.byteLength, two!.body.buffer.byteLength]).toEqual([2, 1]);
  });

  test.each([
    ["a length beyond the limit", Buffer.from([255, 255, 255, 255, 0, 0, 0, 0])],
    ["a body beyond the limit", Buffer.from([0, 0, 0, 1, 255, 255, 255, 255])],
    ["a header that is no JSON", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 0x7b])],
    ["words of a program", Buffer.from("Killed\nKilled\n")],
  ])("%s is refused", (_, bytes) => {
    expect(() => new FrameReader(MAX).push(bytes)).toThrow();
  });

  test("a large body in many pieces is put together once", () => {
    const body = new Uint8Array(900_000).fill(7);
    const reader = new FrameReader(MAX);
    const bytes = bytesOf([{ header: "x", body }]);
    const read = [];
    for (let at = 0; at < bytes.length; at += 100) read.push(...reader.push(bytes.subarray(at, at + 100)));
    expect(read).toHaveLength(1);
    expect(Buffer.from(read[0]!.body).equals(Buffer.from(body))).toBe(true);
  });
});
