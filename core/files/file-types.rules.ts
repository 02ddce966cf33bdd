/** What a file is, told by its first bytes: names and declared types are whatever a client says. Pure. */

export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Enough to tell every type. */
export const TELLING_BYTES = 12;

const EXTENSIONS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

export function extensionOf(type: FileType): string {
  return EXTENSIONS[type];
}

/** Bytes in latin1, where each is one character. */
const BEGINNINGS: readonly [FileType, RegExp][] = [
  ['application/pdf', /^%PDF-\d/],
  ['image/jpeg', /^\u00ff\u00d8\u00ff/],
  // oxlint-disable-next-line no-control-regex -- the signature has such bytes, so that damaged files show
  ['image/png', /^\u0089PNG\r\n\u001a\n/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** @param head the first bytes, `TELLING_BYTES` where the file has so many; null: none of the types */
export function fileTypeOf(head: Buffer): FileType | null {
  const text = head.toString('latin1', 0, TELLING_BYTES);
  return BEGINNINGS.find(([, beginning]) => beginning.test(text))?.[0] ?? null;
}
