/** Counts the errors that are answered, by project and code. */
import type { ErrorRequestHandler } from 'express';
import type { ApiErrorCounts } from '../../domain/platform/api-errors/count-api-errors.ts';
import { asAppError } from './errors.ts';
import { workOf } from './request-work.ts';

/** Of requests whose credential is known, and of which project and environment they are. */
export function countErrors(counts: ApiErrorCounts): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { project_id, environment } = workOf(request);
    if (project_id !== undefined && environment !== undefined && !response.headersSent)
      counts.add({ project_id, environment }, asAppError(error).code);
    next(error);
  };
}
