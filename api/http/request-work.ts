/** The work that a request stands for, attached to it. */
import type { Request, RequestHandler } from 'express';
import { runAs, type Work } from '../../core/work.ts';

/** What is known of the request by now; whoever finds out more adds to it. */
export function workOf(request: Request): Work {
  return (request as Request & { work: Work }).work;
}

/** Behind what reads a body: that goes on from the socket's events, which are on behalf of nobody. */
export const resumeWork: RequestHandler = (request, _response, next) => runAs(workOf(request), next);
