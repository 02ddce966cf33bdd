/** Writes a handler's answer: a value as JSON, text, or a stream of text. */
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toJson } from '../../core/json.ts';
import type { Answer } from './route.ts';

/**
 * Uses Node directly: everything that Express's `send` would determine about the content is known here.
 * @returns once it is sent or the client has disconnected; an error of a stream before its first chunk is thrown
 */
export async function sendAnswer(response: Response, answer: Answer): Promise<void> {
  if (answer.stream) {
    const begun = await withFirstChunk(answer);
    return sendStream(response, { ...begun, ...(begun.stream as NonNullable<Answer['stream']>) });
  }
  if (answer.download) return sendDownload(response, answer, answer.download);
  if (answer.file) return sendFile(response, { ...answer, file: answer.file });
  const { status, headers, text, json, body } = answer;
  const content = text?.content ?? json ?? (body && toJson(body));
  response.writeHead(status, {
    ...headers,
    ...(content === undefined
      ? {}
      : {
          'content-type': contentType(text?.type ?? 'application/json'),
          'content-length': Buffer.byteLength(content),
        }),
  });
  response.end(content);
}

function sendFile(
  response: Response,
  { status, headers, file: { type, name, content } }: Answer & Required<Pick<Answer, 'file'>>,
): void {
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'content-length': content.byteLength,
    'content-disposition': `inline; filename="${name}"`,
  });
  response.end(content);
}

/** No browser shows or runs it in the name of this server, whatever it holds. */
const INERT = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

async function sendDownload(
  response: Response,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  { type, name, bytes, content }: NonNullable<Answer['download']>,
): Promise<void> {
  const reader = content[Symbol.asyncIterator]();
  const first = await reader.next();
  response.writeHead(status, {
    ...headers,
    ...INERT,
    'content-type': type,
    'content-length': bytes,
    'content-disposition': `attachment; filename="${name}"`,
  });
  await sendChunks(response, following(first, reader));
}

/** The same once it is certain that it can begin: the first chunk of a stream is there. @throws the stream's error before that */
export async function withFirstChunk<Given extends Answer>(answer: Given): Promise<Given> {
  if (!answer.stream) return answer;
  const reader = answer.stream.chunks[Symbol.asyncIterator]();
  const first = await reader.next();
  return { ...answer, stream: { ...answer.stream, chunks: following(first, reader) } };
}

/** An error after the first chunk aborts the connection, so that the client does not take a partial answer as complete. */
async function sendStream(
  response: Response,
  { status, headers, type, chunks }: Pick<Answer, 'status' | 'headers'> & NonNullable<Answer['stream']>,
): Promise<void> {
  response.writeHead(status, { ...headers, 'content-type': contentType(type) });
  await sendChunks(response, chunks);
}

async function sendChunks(response: Response, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), response);
  } catch (error) {
    // The client has disconnected, and the rest was not read.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** Its `return` ends the reader also where nobody has read yet: a generator that has not begun would not. */
function following<Chunk>(
  first: IteratorResult<Chunk>,
  reader: AsyncIterator<Chunk>,
): AsyncIterableIterator<Chunk> {
  let begun = false;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (begun) return reader.next();
      begun = true;
      return Promise.resolve(first);
    },
    async return() {
      await reader.return?.();
      return { done: true, value: undefined };
    },
  };
}

function contentType(type: string): string {
  return `${type}; charset=utf-8`;
}
