/**
 * Pictures that papers show: PNG and JPEG, checked when they are uploaded, so that a damaged one never reaches a paper. WebP is none of
 * them: a PDF cannot hold it.
 */
import { fileTypeOf } from './file-types.rules.ts';
import { readPng, rowsOf, type Size } from './png.ts';

/** At most this wide and high: more than paper needs, and a paper is made in milliseconds. */
export const MAX_SIDE_PX = 1_000;

const DAMAGED = 'The picture is damaged, or of an unusual kind. Save it again as PNG or JPEG.';

/** What is wrong with a picture, as a sentence; null: nothing. */
export function pictureFault(bytes: Buffer): string | null {
  const type = fileTypeOf(bytes);
  if (type === 'image/png') return pngFault(bytes);
  if (type === 'image/jpeg') return sizeFault(jpegSize(bytes));
  return 'It must be a PNG or JPEG.';
}

function sizeFault(size: Size | null): string | null {
  if (size === null || size.width === 0 || size.height === 0) return DAMAGED;
  const { width, height } = size;
  return width <= MAX_SIDE_PX && height <= MAX_SIDE_PX
    ? null
    : `It is ${width} × ${height} pixels; at most ${MAX_SIDE_PX} × ${MAX_SIDE_PX} are allowed.`;
}

function pngFault(bytes: Buffer): string | null {
  const png = readPng(bytes);
  const fault = sizeFault(png);
  if (png === null || fault !== null) return fault;
  if (png.is_interlaced) return 'It is an interlaced PNG. Save it without interlacing.';
  return rowsOf(png) === null ? DAMAGED : null;
}

/** Baseline, extended and progressive frames: what browsers and printers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Segments that may stand before the frame: tables, comments, and what programs add. */
const isBeforeFrame = (marker: number): boolean =>
  marker === 0xc4 || marker === 0xdb || marker === 0xdd || marker >= 0xe0;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
/** Grey, colour, and four inks. */
const COMPONENTS = new Set([1, 3, 4]);
/** Of a frame's segment, up to its number of components. */
const FRAME_BYTES = 10;

/** @returns null where the bytes are no JPEG that can be shown */
function jpegSize(bytes: Buffer): Size | null {
  // Each segment says how long it is.
  for (let at = 2; at + FRAME_BYTES <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    if (bytes.readUInt8(at) !== 0xff) return null;
    if (FRAMES.has(marker)) {
      const can_be_shown = bytes.readUInt8(at + 4) === 8 && COMPONENTS.has(bytes.readUInt8(at + 9));
      return can_be_shown && bytes.includes(END_OF_IMAGE, at)
        ? { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
        : null;
    }
    if (!isBeforeFrame(marker)) return null;
  }
  return null;
}
