/** Reads a QR code from its modules, as a scanner without errors to correct would (ISO/IEC 18004): bytes, error level M, up to version 6. */

/** By version: how many blocks the data is spread over, and how many bytes of data each has. */
const BLOCKS_M: Record<number, [blocks: number, bytes: number]> = {
  1: [1, 16],
  2: [1, 28],
  3: [1, 44],
  4: [2, 32],
  5: [2, 43],
  6: [4, 27],
};
const LEVEL_M = 0b00;
const BYTE_MODE = 0b0100;
const FORMAT_MASK = 0b101010000010010;

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** @param dark which modules are dark, row by row, without the quiet zone */
export function readQrCode(dark: boolean[][]): string {
  const size = dark.length;
  const version = (size - 17) / 4;
  const isDark = (row: number, column: number): boolean => dark[row]?.[column] ?? false;
  const format = numberOf(FORMAT_PLACES.map(([row, column]) => isDark(row, column))) ^ FORMAT_MASK;
  const [blocks, bytes] = BLOCKS_M[version] ?? [0, 0];
  const mask = MASKS[(format >> 10) & 0b111];
  if (format >> 13 !== LEVEL_M || blocks === 0 || !mask)
    throw new Error('This reader does not know such codes.');
  const bits = [...dataPlaces(size, version)].map(
    ([row, column]) => isDark(row, column) !== mask(row, column),
  );
  const codewords = Array.from({ length: blocks * bytes }, (_, i) => numberOf(bits.slice(8 * i, 8 * i + 8)));
  // The first byte of each block, then the second of each.
  const data = Array.from({ length: blocks }, (_, block) =>
    codewords.filter((_byte, i) => i % blocks === block),
  ).flat();
  const stream = data.flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => ((byte >> (7 - bit)) & 1) === 1),
  );
  if (numberOf(stream.slice(0, 4)) !== BYTE_MODE) throw new Error('This reader knows codes of bytes only.');
  const length = numberOf(stream.slice(4, 12));
  const text = Array.from({ length }, (_, i) => numberOf(stream.slice(12 + 8 * i, 20 + 8 * i)));
  return Buffer.from(text).toString('utf8');
}

/** Beside the upper left finder pattern, the highest bit first. */
const FORMAT_PLACES: readonly (readonly [row: number, column: number])[] = [
  ...[0, 1, 2, 3, 4, 5, 7, 8].map((column) => [8, column] as const),
  ...[7, 5, 4, 3, 2, 1, 0].map((row) => [row, 8] as const),
];

/** In two columns at a time from the right, up and down in turn; what is no data is left out. */
function* dataPlaces(size: number, version: number): Generator<[row: number, column: number]> {
  let is_upward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    // The vertical timing pattern has a column of its own.
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = is_upward ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!isFunction(size, version, row, column)) yield [row, column];
    }
    is_upward = !is_upward;
  }
}

/** Finder, timing and alignment patterns, and the format; versions up to 6 have one alignment pattern at most. */
function isFunction(size: number, version: number, row: number, column: number): boolean {
  if (row === 6 || column === 6) return true;
  const [is_top, is_left] = [row < 9, column < 9];
  if ((is_top && is_left) || (is_top && column >= size - 8) || (row >= size - 8 && is_left)) return true;
  const centre = size - 7;
  return version > 1 && Math.abs(row - centre) <= 2 && Math.abs(column - centre) <= 2;
}

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((number, bit) => number * 2 + Number(bit), 0);
}
