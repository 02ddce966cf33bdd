/** Contents of files that are what they say. */
import { randomBytes } from 'node:crypto';
import { writePng } from '../../core/files/png.ts';

const BEGINNINGS = {
  pdf: Buffer.from('%PDF-1.7\n'),
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  webp: Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1'),
};

/** A file that begins like one of its type; the rest is random. */
export function fileOf(type: keyof typeof BEGINNINGS, bytes = 2_000): Buffer {
  const head = BEGINNINGS[type];
  return Buffer.concat([head, randomBytes(Math.max(0, bytes - head.length))]);
}

/** A picture of 24 × 12 pixels that a browser and a PDF show. */
export const LOGO_PNG = writePng({
  width: 24,
  height: 12,
  rgb: Buffer.from(
    Array.from({ length: 24 * 12 }, (_each, i) => (i % 24 < 12 ? [11, 107, 80] : [240, 180, 40])).flat(),
  ),
});

/** The same as a JPEG, which a browser has made. */
const LOGO_JPEG = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0o',
    'OjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2Nj',
    'Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAMABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABQD/',
    'xAAYEAEAAwEAAAAAAAAAAAAAAAAABkSCwf/EABUBAQEAAAAAAAAAAAAAAAAAAAQF/8QAGREAAQUAAAAAAAAAAAAAAAAAAAIEM4Gx',
    '/9oADAMBAAIRAxEAPwAQ3HLOehDccs56O8hVWhGc6bwbSSCXj//Z',
  ].join(''),
  'base64',
);

/** @param size that it says it has; as it has it otherwise */
export function logoJpeg(size: { width: number; height: number } = { width: 24, height: 12 }): Buffer {
  const jpeg = Buffer.from(LOGO_JPEG);
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(size.height, frame + 5);
  jpeg.writeUInt16BE(size.width, frame + 7);
  return jpeg;
}
