/** PNG pictures as their pixels, on white paper: whatever a picture's depth, palette and transparency. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface Size {
  width: number;
  height: number;
}

/** Red, green and blue of each pixel, a byte each, row by row. */
export interface Pixels extends Size {
  rgb: Buffer;
}

/** A PNG as it is stored: its header, and what is packed. */
export interface ReadPng extends Size {
  /** Of a sample. */
  bits: number;
  colour: number;
  is_interlaced: boolean;
  palette: Buffer;
  transparency: Buffer;
  data: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length and type before the data of a chunk, the checksum after it. */
const CHUNK_BYTES = 12;

const GREY = 0;
const COLOUR = 2;
const PALETTE = 3;
/** Samples of a pixel, by the type of colour. */
const SAMPLES: Readonly<Record<number, number>> = { [GREY]: 1, [COLOUR]: 3, [PALETTE]: 1, 4: 2, 6: 4 };
const WITH_ALPHA = new Set([4, 6]);
const DEPTHS = new Set([1, 2, 4, 8, 16]);
const OPAQUE = 255;
/** Of the five ways to store a row. */
const LAST_FILTER = 4;

/** @returns null where the bytes are no whole PNG */
export function readPng(bytes: Buffer): ReadPng | null {
  const chunks = new Map<string, Buffer[]>();
  for (let at = SIGNATURE.length; !chunks.has('IEND');) {
    if (at + CHUNK_BYTES > bytes.length) return null;
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (chunks.size === 0 && type !== 'IHDR') return null;
    chunks.set(type, [...(chunks.get(type) ?? []), bytes.subarray(at + 8, end)]);
    at = end + 4;
  }
  const [header] = chunks.get('IHDR') ?? [];
  if (header?.length !== 13) return null;
  const contentOf = (type: string): Buffer => Buffer.concat(chunks.get(type) ?? []);
  const [bits, colour] = [header.readUInt8(8), header.readUInt8(9)];
  const palette = contentOf('PLTE');
  if (!DEPTHS.has(bits) || SAMPLES[colour] === undefined) return null;
  if (colour === PALETTE && (bits > 8 || palette.length === 0 || palette.length % 3 !== 0)) return null;
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    bits,
    colour,
    is_interlaced: header.readUInt8(12) !== 0,
    palette,
    transparency: contentOf('tRNS'),
    data: contentOf('IDAT'),
  };
}

/**
 * The rows as they are stored, each with its filter before it.
 * @param png of a size that its reader has checked, and not interlaced
 * @returns null where the data is not that of such a picture
 */
export function rowsOf({ width, height, bits, colour, data }: ReadPng): Buffer | null {
  const row_bytes = 1 + Math.ceil((width * (SAMPLES[colour] as number) * bits) / 8);
  const rows = unpacked(data, row_bytes * height);
  if (rows === null) return null;
  for (let at = 0; at < rows.length; at += row_bytes) if ((rows[at] as number) > LAST_FILTER) return null;
  return rows;
}

/** @returns null unless there are exactly so many bytes */
function unpacked(data: Buffer, bytes: number): Buffer | null {
  try {
    const found = inflateSync(data, { maxOutputLength: bytes });
    return found.length === bytes ? found : null;
  } catch {
    return null;
  }
}

/** @param png and @returns as `rowsOf` */
export function pixelsOf(png: ReadPng): Pixels | null {
  const rows = rowsOf(png);
  if (rows === null) return null;
  const { width, height, bits, colour } = png;
  const row_bytes = rows.length / height;
  const step = Math.max(1, ((SAMPLES[colour] as number) * bits) / 8);
  const rgb = Buffer.alloc(width * height * 3);
  const paint = painterOf(png);
  let above: Buffer = Buffer.alloc(row_bytes - 1);
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * row_bytes + 1, (y + 1) * row_bytes);
    unfilter(row, above, rows[y * row_bytes] as number, step);
    paint(row, rgb.subarray(y * width * 3, (y + 1) * width * 3));
    above = row;
  }
  return { width, height, rgb };
}

/** Rows are stored as differences from what is to their left and above: nothing, left, above, their mean, or the nearest one. */
function unfilter(row: Buffer, above: Buffer, filter: number, step: number): void {
  for (let i = filter === 0 ? row.length : 0; i < row.length; i += 1) {
    const left = i < step ? 0 : (row[i - step] as number);
    const up = above[i] as number;
    let expected = left;
    if (filter === 2) expected = up;
    else if (filter === 3) expected = (left + up) >> 1;
    else if (filter === 4) expected = nearest(left, up, i < step ? 0 : (above[i - step] as number));
    row[i] = (row[i] as number) + expected;
  }
}

/** Of the three that which is nearest to left + up - corner. */
function nearest(left: number, up: number, corner: number): number {
  const to_left = Math.abs(up - corner);
  const to_up = Math.abs(left - corner);
  const to_corner = Math.abs(left + up - 2 * corner);
  if (to_left <= to_up && to_left <= to_corner) return left;
  return to_up <= to_corner ? up : corner;
}

/** Writes a row as colours on white. */
type Painter = (row: Buffer, rgb: Buffer) => void;

function painterOf(png: ReadPng): Painter {
  return png.colour === PALETTE ? palettePainter(png) : samplePainter(png);
}

function palettePainter({ width, bits, palette, transparency }: ReadPng): Painter {
  const table = palette.map((part, i) => onWhite(part, transparency[Math.floor(i / 3)] ?? OPAQUE));
  return (row, rgb) => {
    for (let x = 0; x < width; x += 1) {
      const at = sampleOf(row, x, bits) * 3;
      for (let part = 0; part < 3; part += 1) rgb[x * 3 + part] = table[at + part] ?? 0;
    }
  };
}

function samplePainter({ width, bits, colour, transparency }: ReadPng): Painter {
  const samples = SAMPLES[colour] as number;
  const parts = samples < 3 ? 1 : 3;
  const has_alpha = WITH_ALPHA.has(colour);
  // Otherwise one colour may be told to be clear.
  const clear = has_alpha || transparency.length < 2 * parts ? null : transparency;
  const scale = OPAQUE / (2 ** bits - 1);
  return (row, rgb) => {
    for (let x = 0; x < width; x += 1) {
      const first = x * samples;
      let alpha = has_alpha ? sampleOf(row, first + parts, bits) * scale : OPAQUE;
      if (clear !== null && isSame(row, first, clear, { parts, bits })) alpha = 0;
      for (let part = 0; part < 3; part += 1)
        rgb[x * 3 + part] = onWhite(sampleOf(row, first + Math.min(part, parts - 1), bits) * scale, alpha);
    }
  };
}

function isSame(
  row: Buffer,
  first: number,
  colour: Buffer,
  { parts, bits }: { parts: number; bits: number },
): boolean {
  for (let part = 0; part < parts; part += 1)
    if (sampleOf(row, first + part, bits) !== colour.readUInt16BE(2 * part)) return false;
  return true;
}

function sampleOf(row: Buffer, no: number, bits: number): number {
  if (bits === 8) return row[no] as number;
  if (bits === 16) return row.readUInt16BE(2 * no);
  const at = no * bits;
  return ((row[at >> 3] as number) >> (8 - bits - (at & 7))) & (2 ** bits - 1);
}

function onWhite(part: number, alpha: number): number {
  return Math.round(255 - ((255 - part) * alpha) / OPAQUE);
}

/** Eight bits, red, green and blue, nothing interlaced. */
const FORMAT = Buffer.from([8, COLOUR, 0, 0, 0]);

/** The plainest PNG that there is: every program reads it. */
export function writePng({ width, height, rgb }: Pixels): Buffer {
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1)
    rgb.copy(rows, y * (1 + width * 3) + 1, y * width * 3, (y + 1) * width * 3);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, FORMAT])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
