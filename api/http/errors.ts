/** Answers every error in the one shape of the contract, without internals. */
import type { ErrorRequestHandler, Request, Response } from 'express';
import { AppError } from '../../core/errors.ts';
import { presentError, type errorSchema } from '../../core/common-schemas.ts';
import { toJson } from '../../core/json.ts';
import type { Logger } from '../../core/log.ts';
import type { Wire } from '../../core/schema.ts';
import { isConnectionFault } from '../../db/faults.ts';

export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      log.error({ err: error, request_id: requestId(request) }, 'an answer broke off');
      response.destroy();
      return;
    }
    sendError(response, logAndMap(response, error, log));
  };
}

/** Maps an error for the answer, in any format: logs our own faults, and sets status and headers. */
export function logAndMap(response: Response, thrown: unknown, log: Logger): AppError {
  const request_id = requestId(response.req);
  const error = asAppError(thrown);
  if (error.code === 'INTERNAL') log.error({ err: error.cause, request_id }, 'a defect');
  else if (error.code === 'SERVICE_UNAVAILABLE')
    log.warn({ err: error.cause ?? error, request_id }, 'answered 503');
  if (error.retry_after_s !== undefined) response.setHeader('retry-after', String(error.retry_after_s));
  response.status(error.status);
  return error;
}

function requestId(request: Request): string {
  return (request as Request & { id?: string }).id ?? '';
}

function sendError(response: Response, error: AppError): void {
  response.type('application/json').send(toJson(errorBody(error, requestId(response.req))));
}

export function errorBody(error: AppError, request_id: string): Wire<typeof errorSchema> {
  return { error: { ...presentError(error), request_id } };
}

/** Any thrown value as an error that can be answered; unknown errors are defects. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isConnectionFault(error)) {
    return new AppError(
      'SERVICE_UNAVAILABLE',
      'The database is out of reach at the moment. Repeat the request in a moment.',
      {
        retry_after_s: 1,
        cause: error,
      },
    );
  }
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large')
    return new AppError('PAYLOAD_TOO_LARGE', 'The body is larger than this request may be.');
  // Other refusals by express itself: invalid percent-encoding, an aborted or wrongly encoded body.
  if (status !== undefined && status >= 400 && status < 500) {
    return new AppError('VALIDATION_ERROR', 'The request cannot be read.', { cause: error });
  }
  return new AppError(
    'INTERNAL',
    'Something went wrong on our side. Quote the request id when you report it.',
    { cause: error },
  );
}
