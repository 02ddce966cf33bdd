/** The work of a request, attached to it. */
import type { Request, RequestHandler } from 'express';
import { runAs, type Work } from '../../core/work.ts';

/** What is known about the request so far; later steps add to it. */
export function workOf(request: Request): Work {
  return (request as Request & { work: Work }).work;
}

/** Restores the work after a body was read: reading continues from socket events, which have no work. */
export const resumeWork: RequestHandler = (request, _response, next) => runAs(workOf(request), next);
