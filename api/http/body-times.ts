/**
 * How long the body of a request may take to arrive. A body that is gathered in memory has a time as a whole; an upload, which takes
 * long over a slow line, goes on while something arrives. The server's own time for a request bounds both.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface BodyTimes {
  /** Of a whole body. */
  body_ms: number;
  /** Of an upload in which nothing arrives. */
  silent_upload_ms: number;
}

/** As Node answers a request that is over its own time. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

interface Bound {
  silent_upload_ms: number;
  /** Starts the time of a whole body. */
  start: () => void;
  end: () => void;
  timer: NodeJS.Timeout;
}

const bounds = new WeakMap<IncomingMessage, Bound>();

/** From now on, when the head of the request has arrived. */
export function boundBody(
  request: IncomingMessage,
  response: ServerResponse,
  { body_ms, silent_upload_ms }: BodyTimes,
): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const end = (): void => {
    if (request.complete) return;
    if (!response.headersSent) socket.write(TIMED_OUT);
    socket.destroy();
  };
  const start = (): NodeJS.Timeout => setTimeout(end, body_ms);
  const bound: Bound = {
    silent_upload_ms,
    start: () => {
      bound.timer = start();
    },
    end,
    timer: start(),
  };
  bounds.set(request, bound);
  request.once('close', () => clearTimeout(bound.timer));
}

/** From now on the body is an upload. @returns what is left of it is none any more */
export function boundUpload(request: IncomingMessage): () => void {
  const bound = bounds.get(request);
  if (!bound) return () => undefined;
  clearTimeout(bound.timer);
  bound.timer = setTimeout(() => {
    // What has arrived waits to be read: the client is not the slow one.
    if (request.readableLength > 0) bound.timer.refresh();
    else bound.end();
  }, bound.silent_upload_ms);
  const heard = (): void => void bound.timer.refresh();
  request.on('data', heard);
  return () => {
    request.off('data', heard);
    clearTimeout(bound.timer);
    if (!request.complete && !request.destroyed) bound.start();
  };
}
