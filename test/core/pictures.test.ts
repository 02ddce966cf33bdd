/** Pictures for papers: every kind of PNG is read as its pixels, and what is damaged or too large is told. */
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SIDE_PX, pictureFault } from '../../core/files/picture.ts';
import { pixelsOf, readPng, writePng, type Pixels } from '../../core/files/png.ts';
import { fileOf, LOGO_PNG, logoJpeg } from '../harness/contents.ts';

const SIGNATURE = LOGO_PNG.subarray(0, 8);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

interface Drawn {
  width: number;
  height: number;
  bits: number;
  colour: number;
  interlaced?: number;
  palette?: Buffer;
  transparency?: Buffer;
  /** Each with its filter before it. */
  rows: Buffer;
}

function pngOf({ width, height, bits, colour, interlaced = 0, palette, transparency, rows }: Drawn): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colour, 0, 0, interlaced], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    ...(transparency ? [chunk('tRNS', transparency)] : []),
    chunk('tEXt', Buffer.from('Title\0Logo')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function shown(bytes: Buffer): number[][] | null {
  const png = readPng(bytes);
  const pixels = png && pixelsOf(png);
  if (!pixels) return null;
  return Array.from({ length: pixels.width * pixels.height }, (_each, i) => [
    ...pixels.rgb.subarray(i * 3, i * 3 + 3),
  ]);
}

const WHITE = [255, 255, 255];
const BLACK = [0, 0, 0];

describe('a PNG is read as its pixels, on white', () => {
  const of = (more: Omit<Drawn, 'width' | 'height'>) => shown(pngOf({ width: 2, height: 1, ...more }));

  test.each<[string, Omit<Drawn, 'width' | 'height'>, number[][]]>([
    ['black and white', { bits: 1, colour: 0, rows: Buffer.from([0, 0b0100_0000]) }, [BLACK, WHITE]],
    ['grey of 4 bits', { bits: 4, colour: 0, rows: Buffer.from([0, 0x3f]) }, [[51, 51, 51], WHITE]],
    ['grey of 16 bits', { bits: 16, colour: 0, rows: Buffer.from([0, 7, 99, 255, 255]) }, [[7, 7, 7], WHITE]],
    [
      'grey of which one shade is clear',
      { bits: 8, colour: 0, transparency: Buffer.from([0, 9]), rows: Buffer.from([0, 9, 8]) },
      [WHITE, [8, 8, 8]],
    ],
    [
      'colours of which one is clear',
      {
        bits: 8,
        colour: 2,
        transparency: Buffer.from([0, 1, 0, 2, 0, 3]),
        rows: Buffer.from([0, 1, 2, 3, 3, 2, 1]),
      },
      [WHITE, [3, 2, 1]],
    ],
    [
      'a palette of 4 bits with transparency',
      {
        bits: 4,
        colour: 3,
        palette: Buffer.from([10, 20, 30, 40, 50, 60]),
        transparency: Buffer.from([0]),
        rows: Buffer.from([0, 0x01]),
      },
      [WHITE, [40, 50, 60]],
    ],
    ['grey with alpha', { bits: 8, colour: 4, rows: Buffer.from([0, 0, 255, 0, 0]) }, [BLACK, WHITE]],
    [
      'colours with alpha',
      { bits: 8, colour: 6, rows: Buffer.from([0, 0, 0, 0, 51, 9, 8, 7, 255]) },
      [
        [204, 204, 204],
        [9, 8, 7],
      ],
    ],
  ])('of %s', (_what, drawn, expected) => expect(of(drawn)).toEqual(expected));

  test('whatever its rows are filtered by', () => {
    const picture = fc
      .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 5 }) })
      .chain((size) =>
        fc.record({
          size: fc.constant(size),
          rgb: fc.uint8Array({
            minLength: size.width * size.height * 3,
            maxLength: size.width * size.height * 3,
          }),
          filters: fc.array(fc.integer({ min: 0, max: 4 }), {
            minLength: size.height,
            maxLength: size.height,
          }),
        }),
      );
    fc.assert(
      fc.property(picture, ({ size, rgb, filters }) => {
        const rows = filtered(rgb, size.width * 3, filters);
        const png = readPng(pngOf({ ...size, bits: 8, colour: 2, rows }));
        expect(png && pixelsOf(png)?.rgb.equals(Buffer.from(rgb))).toBe(true);
      }),
    );
  });

  test('and what is written is read again', () => {
    const pixels: Pixels = { width: 2, height: 2, rgb: Buffer.from(Array.from({ length: 12 }, (_, i) => i)) };
    const png = readPng(writePng(pixels));
    expect(png && pixelsOf(png)).toEqual(pixels);
  });
});

/** As the specification of PNG filters rows, written down a second time. */
function filtered(rgb: Uint8Array, row_bytes: number, filters: readonly number[]): Buffer {
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (rgb[y * row_bytes + x] as number));
  const paeth = (a: number, b: number, c: number): number =>
    [a, b, c].reduce((best, each) => (Math.abs(a + b - c - each) < Math.abs(a + b - c - best) ? each : best));
  return Buffer.from(
    filters.flatMap((filter, y) => [
      filter,
      ...Array.from({ length: row_bytes }, (_each, x) => {
        const [left, up, corner] = [at(x - 3, y), at(x, y - 1), at(x - 3, y - 1)];
        const guesses = [0, left, up, Math.floor((left + up) / 2), paeth(left, up, corner)];
        return (at(x, y) - (guesses[filter] as number)) & 0xff;
      }),
    ]),
  );
}

describe('a logo', () => {
  const plain = { width: 1, height: 1, bits: 8, colour: 0, rows: Buffer.from([0, 0]) };

  test.each([
    ['a PNG', LOGO_PNG],
    ['a JPEG', logoJpeg()],
    ['as large as it may be', logoJpeg({ width: MAX_SIDE_PX, height: MAX_SIDE_PX })],
  ])('may be %s', (_what, bytes) => expect(pictureFault(bytes)).toBeNull());

  test.each<[string, Buffer, RegExp]>([
    ['a WebP', fileOf('webp'), /PNG or JPEG/],
    ['a PDF', fileOf('pdf'), /PNG or JPEG/],
    ['nothing', Buffer.alloc(0), /PNG or JPEG/],
    ['a PNG in name alone', fileOf('png'), /damaged/],
    ['a JPEG in name alone', fileOf('jpeg'), /damaged/],
    ['a PNG that breaks off', LOGO_PNG.subarray(0, -6), /damaged/],
    ['a JPEG that breaks off', logoJpeg().subarray(0, -2), /damaged/],
    [
      'a JPEG without its frame',
      Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9, 0, 0, 0, 0]),
      /damaged/,
    ],
    ['a wide JPEG', logoJpeg({ width: 1_001, height: 2 }), /1001 × 2 pixels/],
    ['a high PNG', pngOf({ ...plain, height: 60_000 }), /1 × 60000 pixels/],
    ['a PNG of no width', pngOf({ ...plain, width: 0 }), /damaged/],
    ['an interlaced PNG', pngOf({ ...plain, interlaced: 1 }), /interlaced/],
    ['a PNG with too few rows', pngOf({ ...plain, height: 2 }), /damaged/],
    ['a PNG with more than its rows', pngOf({ ...plain, rows: Buffer.alloc(1_000_000) }), /damaged/],
    ['a PNG with an unknown filter', pngOf({ ...plain, rows: Buffer.from([5, 0]) }), /damaged/],
    ['a PNG without its palette', pngOf({ ...plain, colour: 3 }), /damaged/],
    ['a PNG of an unknown kind', pngOf({ ...plain, colour: 5 }), /damaged/],
  ])('is not %s', (_what, bytes, fault) => expect(pictureFault(bytes)).toMatch(fault));

  test('one changed byte of a PNG is seen, and no bytes are an accident', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: LOGO_PNG.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, by) => {
          const changed = Buffer.from(LOGO_PNG);
          changed[at] = (changed[at] as number) ^ by;
          expect(pictureFault(changed)).not.toBeNull();
        },
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom('png', 'jpeg'), fc.uint8Array({ maxLength: 200 }), (type, more) => {
        pictureFault(Buffer.concat([fileOf(type, 0), more]));
      }),
    );
  });
});
