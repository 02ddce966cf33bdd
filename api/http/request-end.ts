/** Tells a request that waits for something when its answer is of use to nobody any more, or this process ends. */
import type { Express, Request, Response } from 'express';

/** Where the app keeps the signal that it closes. */
const CLOSING = 'closing';

/** @param closing aborted when the server begins to close */
export function announceClosing(app: Express, closing: AbortSignal): void {
  app.locals[CLOSING] = closing;
}

/** @returns aborted when the client has gone or the server closes */
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
