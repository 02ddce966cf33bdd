/**
 * QR codes (ISO/IEC 18004) of short texts: byte mode, error correction level M, versions 1 to 10, which is up to 213 bytes.
 * Pure.
 */

/** By version: correction codewords of a block, blocks of the first kind and their data codewords, blocks with one more. */
const LEVEL_M: readonly (readonly [
  correction: number,
  blocks: number,
  data: number,
  longer_blocks: number,
])[] = [
  [10, 1, 16, 0],
  [16, 1, 28, 0],
  [26, 1, 44, 0],
  [18, 2, 32, 0],
  [24, 2, 43, 0],
  [16, 4, 27, 0],
  [18, 4, 31, 0],
  [22, 2, 38, 2],
  [22, 3, 36, 2],
  [26, 4, 43, 1],
];

/** Centres of alignment patterns, by version. */
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

type Bit = boolean;
/** null: not decided yet. */
type Grid = (Bit | null)[][];

/** @returns rows of modules, dark ones true. @throws RangeError where the text is too long */
export function qrMatrix(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = LEVEL_M.findIndex((_facts, i) => bytes.length <= capacity(i + 1)) + 1;
  if (version === 0) throw new RangeError('The text is too long for a QR code of this size.');
  const codewords = interleave(dataCodewords(bytes, version), version);
  const empty = functionPatterns(version);
  const data = placeData(empty, bitsOf(codewords));
  const masked = MASKS.map((mask, number) => finish(empty, data, mask, number));
  return masked.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

function facts(version: number) {
  const [correction, blocks, data, longer] = LEVEL_M[version - 1] as (typeof LEVEL_M)[number];
  return { correction, blocks, data, longer, total: blocks * data + longer * (data + 1) };
}

function countBits(version: number): number {
  return version < 10 ? 8 : 16;
}

/** Bytes of text that a version holds. */
function capacity(version: number): number {
  return Math.floor((facts(version).total * 8 - 4 - countBits(version)) / 8);
}

// ── codewords ────────────────────────────────────────────────────────────────────────────────────────────────────────

function dataCodewords(bytes: readonly number[], version: number): number[] {
  const bits = [...binary(0b0100, 4), ...binary(bytes.length, countBits(version))];
  for (const byte of bytes) bits.push(...binary(byte, 8));
  const { total } = facts(version);
  bits.push(...binary(0, Math.min(4, total * 8 - bits.length)));
  while (bits.length % 8 !== 0) bits.push(false);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) words.push(numberOf(bits.slice(at, at + 8)));
  for (let i = 0; words.length < total; i++) words.push(i % 2 === 0 ? 0xec : 0x11);
  return words;
}

function binary(value: number, length: number): Bit[] {
  return Array.from({ length }, (_each, i) => ((value >> (length - 1 - i)) & 1) === 1);
}

function numberOf(bits: readonly Bit[]): number {
  return bits.reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0);
}

function bitsOf(words: readonly number[]): Bit[] {
  return words.flatMap((word) => binary(word, 8));
}

/** Blocks with their correction, one codeword of each block at a time. */
function interleave(words: readonly number[], version: number): number[] {
  const { correction, blocks, data, longer } = facts(version);
  const split: number[][] = [];
  let at = 0;
  for (let i = 0; i < blocks + longer; i++) {
    const length = i < blocks ? data : data + 1;
    split.push(words.slice(at, at + length));
    at += length;
  }
  const corrections = split.map((block) => correctionOf(block, correction));
  return [...columns(split, data + 1), ...columns(corrections, correction)];
}

function columns(rows: readonly (readonly number[])[], length: number): number[] {
  return Array.from({ length }, (_each, i) => i).flatMap((i) =>
    rows.flatMap((row) => (row[i] === undefined ? [] : [row[i]])),
  );
}

/** The remainder of the block, shifted, by the generator polynomial over GF(256) with 0x11d. */
function correctionOf(block: readonly number[], length: number): number[] {
  let generator = [1];
  for (let i = 0; i < length; i++) {
    const root = power(i);
    const shifted = [...generator, 0];
    generator = shifted.map((coefficient, at) => coefficient ^ multiply(generator[at - 1] ?? 0, root));
  }
  const remainder = [...block, ...Array.from({ length }, () => 0)];
  for (let at = 0; at < block.length; at++) {
    const factor = remainder[at] as number;
    if (factor === 0) continue;
    for (const [i, coefficient] of generator.entries())
      remainder[at + i] = (remainder[at + i] as number) ^ multiply(coefficient, factor);
  }
  return remainder.slice(block.length);
}

function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

function power(exponent: number): number {
  let value = 1;
  for (let i = 0; i < exponent; i++) value = multiply(value, 2);
  return value;
}

// ── modules ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** All but data and format: null where those go. */
function functionPatterns(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  for (const [y, x] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    finder(grid, y, x);
  const centres = ALIGNMENT[version - 1] as readonly number[];
  for (const y of centres) for (const x of centres) if (grid[y]?.[x] === null) square(grid, y, x, 2);
  for (let i = 8; i < size - 8; i++) {
    set(grid, 6, i, i % 2 === 0);
    set(grid, i, 6, i % 2 === 0);
  }
  // Kept free for the format until it is known; one module is always dark.
  for (let i = 0; i < 9; i++) {
    reserve(grid, 8, i);
    reserve(grid, i, 8);
  }
  for (let i = 1; i <= 8; i++) {
    reserve(grid, 8, size - i);
    reserve(grid, size - i, 8);
  }
  set(grid, size - 8, 8, true);
  if (version >= 7) versionBits(grid, version);
  return grid;
}

function set(grid: Grid, y: number, x: number, dark: Bit): void {
  const row = grid[y];
  if (row && x >= 0 && x < row.length) row[x] = dark;
}

function reserve(grid: Grid, y: number, x: number): void {
  if (grid[y]?.[x] === null) set(grid, y, x, false);
}

/** With its light border. */
function finder(grid: Grid, top: number, left: number): void {
  for (let dy = -1; dy <= 7; dy++)
    for (let dx = -1; dx <= 7; dx++) {
      const ring = Math.max(Math.abs(dy - 3), Math.abs(dx - 3));
      set(grid, top + dy, left + dx, ring <= 1 || ring === 3);
    }
}

function square(grid: Grid, y: number, x: number, radius: number): void {
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++)
      set(grid, y + dy, x + dx, Math.max(Math.abs(dy), Math.abs(dx)) !== 1);
}

function versionBits(grid: Grid, version: number): void {
  const bits = withRemainder(version, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >> i) & 1) === 1;
    const [a, b] = [Math.floor(i / 3), (i % 3) + grid.length - 11];
    set(grid, a, b, dark);
    set(grid, b, a, dark);
  }
}

/** The value with its remainder by a generator (BCH) behind it. */
function withRemainder(value: number, length: number, generator: number): number {
  let remainder = value;
  for (let i = 0; i < length; i++) remainder = (remainder << 1) ^ ((remainder >> (length - 1)) * generator);
  return (value << length) | remainder;
}

/** Upwards and downwards in columns of two, from the right. */
function placeData(patterns: Grid, bits: readonly Bit[]): Grid {
  const grid = patterns.map((row) => [...row]);
  const size = grid.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const upward = ((right + 1) & 2) === 0;
      const y = upward ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (patterns[y]?.[x] === null) set(grid, y, x, bits[at++] ?? false);
    }
  }
  return grid;
}

const MASKS: readonly ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_y, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/** The data masked, and the format that says so. */
function finish(
  patterns: Grid,
  data: Grid,
  mask: (y: number, x: number) => boolean,
  number: number,
): boolean[][] {
  const grid = data.map((row, y) =>
    row.map((dark, x) => (patterns[y]?.[x] === null ? dark !== mask(y, x) : dark === true)),
  );
  // Level M is 0.
  const bits = withRemainder(number, 10, 0x537) ^ 0x5412;
  const bit = (i: number): Bit => ((bits >> i) & 1) === 1;
  const size = grid.length;
  for (let i = 0; i <= 5; i++) set(grid, i, 8, bit(i));
  set(grid, 7, 8, bit(6));
  set(grid, 8, 8, bit(7));
  set(grid, 8, 7, bit(8));
  for (let i = 9; i < 15; i++) set(grid, 8, 14 - i, bit(i));
  for (let i = 0; i < 8; i++) set(grid, 8, size - 1 - i, bit(i));
  for (let i = 8; i < 15; i++) set(grid, size - 15 + i, 8, bit(i));
  set(grid, size - 8, 8, true);
  return grid;
}

/** How hard it is to read: runs, squares, what looks like a finder, and too much of one colour. */
function penalty(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  const turned = grid.map((_row, x) => grid.map((row) => row[x] === true));
  const dark = grid.flat().filter(Boolean).length;
  let squares = 0;
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const first = grid[y]?.[x];
      if (grid[y]?.[x + 1] === first && grid[y + 1]?.[x] === first && grid[y + 1]?.[x + 1] === first)
        squares++;
    }
  const balance = Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
  const lines = [...grid, ...turned].reduce((sum, line) => sum + linePenalty(line), 0);
  return lines + squares * 3 + balance;
}

function linePenalty(line: readonly boolean[]): number {
  const text = line.map((dark) => (dark ? '1' : '0')).join('');
  const runs = [...text.matchAll(/0{5,}|1{5,}/g)].reduce((sum, [run]) => sum + run.length - 2, 0);
  const finders = [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  return runs + finders * 40;
}
