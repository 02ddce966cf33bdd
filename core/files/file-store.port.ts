/** Where sealed files lie. What lies there is of no use without the key. */
import type { Readable } from 'node:stream';

export interface FileStore {
  /** A folder for files that are being received, from which `put` takes them. */
  readonly incoming: string;
  /**
   * Moves a received file in; the name may be used again for the same file.
   * @param path in `incoming`; the file is gone afterwards, or may be deleted
   */
  put(name: string, file: ReceivedFile): Promise<void>;
  /** @throws when there is no such file */
  get(name: string): Promise<Readable>;
  /** Nothing happens where there is none. */
  delete(name: string): Promise<void>;
  close(): void;
}

export interface ReceivedFile {
  path: string;
  bytes: number;
  /** SHA-256 of its bytes, in base64. */
  sha256: string;
}
