/** Signals a waiting request that its client has disconnected or the server is closing. */
import type { Express, Request, Response } from 'express';

/** The key of the closing signal in `app.locals`. */
const CLOSING = 'closing';

/** @param closing aborted when the server begins to close */
export function announceClosing(app: Express, closing: AbortSignal): void {
  app.locals[CLOSING] = closing;
}

/** Has the server begun to close? */
export function isClosing({ app }: Pick<Request, 'app'>): boolean {
  return (app.locals[CLOSING] as AbortSignal | undefined)?.aborted ?? false;
}

/** @returns aborted when the client disconnects or the server closes */
export function endOf(request: Request, response: Response): AbortSignal {
  const closing = request.app.locals[CLOSING] as AbortSignal | undefined;
  const end = new AbortController();
  const abort = (): void => end.abort();
  closing?.addEventListener('abort', abort);
  response.once('close', () => {
    closing?.removeEventListener('abort', abort);
    abort();
  });
  if (closing?.aborted) abort();
  return end.signal;
}
