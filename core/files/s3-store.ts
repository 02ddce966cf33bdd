/** Files in a bucket of any store that speaks S3. */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { FileStore } from './file-store.port.ts';
import { parseFilesUrl } from './files-url.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Ten mebibytes over a slow line. */
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_ATTEMPTS = 3;

/** Faults are logged by whoever asked. */
const nothing = (): void => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** @param incoming a folder of the service's own */
export function s3Store(files_url: string, incoming: string): FileStore {
  const { endpoint, bucket, prefix, region, credentials } = parseFilesUrl(files_url);
  const client = new S3Client({
    endpoint,
    region,
    ...(credentials ? { credentials } : {}),
    // Stores other than Amazon's have no host for each bucket, and do not know its newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
  });
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  return {
    incoming,
    async put(name, { path, bytes, sha256 }) {
      for (let attempts = 1; ; attempts++) {
        // A stream is read once, so the client itself cannot send it again.
        const Body = createReadStream(path);
        try {
          await client.send(
            new PutObjectCommand({ ...at(name), Body, ContentLength: bytes, ChecksumSHA256: sha256 }),
          );
          return;
        } catch (error) {
          if (attempts === MAX_ATTEMPTS || !isTemporary(error)) throw error;
        } finally {
          Body.destroy();
        }
      }
    },
    async get(name) {
      const { Body } = await client.send(new GetObjectCommand(at(name)));
      if (!Body) throw new Error(`the store answered no content for ${name}`);
      return Body as Readable;
    },
    async delete(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },
    close: () => client.destroy(),
  };
}

/** The connection failed, or the store answered that it has a fault. */
function isTemporary(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return ($metadata?.httpStatusCode ?? 500) >= 500;
}
