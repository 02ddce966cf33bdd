/**
 * Encrypts and decrypts files as they stream, in chunks of AES-256-GCM. Each file has a key of its own, so a chunk's nonce is its
 * number and whether it is the last one: chunks that are changed, left out, moved or cut off do not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;

/** A key for one file. */
export function newFileKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

export function sealing(key: Buffer): Transform {
  return inChunks(CHUNK_BYTES, (chunk, nonce) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  });
}

/** It fails where a chunk was not sealed with this key at this place. */
export function opening(key: Buffer): Transform {
  return inChunks(CHUNK_BYTES + TAG_BYTES, (chunk, nonce) => {
    if (chunk.length < TAG_BYTES) throw new Error('the sealed file ends too early');
    const end = chunk.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(chunk.subarray(end));
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
  });
}

/** Holds at most one chunk and what has just arrived. */
function inChunks(size: number, work: (chunk: Buffer, nonce: Buffer) => Buffer): Transform {
  let held = Buffer.alloc(0);
  let count = 0;
  const next = (chunk: Buffer, is_last: boolean): Buffer => {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUInt32BE(count++, 0);
    nonce.writeUInt8(is_last ? 1 : 0, NONCE_BYTES - 1);
    return work(chunk, nonce);
  };
  return new Transform({
    transform(this: Transform, arrived: Buffer, _encoding, done: TransformCallback) {
      attempt(done, () => {
        held = Buffer.concat([held, arrived]);
        // The last chunk may be full: one is worked on once there is more.
        let at = 0;
        for (; held.length - at > size; at += size) this.push(next(held.subarray(at, at + size), false));
        held = held.subarray(at);
      });
    },
    flush(this: Transform, done: TransformCallback) {
      attempt(done, () => {
        this.push(next(held, true));
      });
    },
  });
}

function attempt(done: TransformCallback, work: () => void): void {
  try {
    work();
    done();
  } catch (error) {
    done(error as Error);
  }
}
