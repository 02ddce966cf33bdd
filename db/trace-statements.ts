/** Spans for the statements of traced requests and jobs. */
import type pg from 'pg';
import { isTracing, startClientSpan } from '../core/tracing.ts';

type Query = (...parameters: unknown[]) => unknown;
type Callback = (error: unknown, ...results: unknown[]) => void;

/** Gives the client's statements spans; does nothing unless tracing is on, and no span outside a traced request or job. */
export function traceStatements(client: pg.Client): void {
  if (!isTracing()) return;
  const query = client.query.bind(client) as Query;
  const traced: Query = (...parameters) => {
    const span = startClientSpan(nameOf(parameters[0]), ATTRIBUTES);
    if (!span) return query(...parameters);
    const callback = parameters.at(-1);
    if (typeof callback === 'function') {
      const end: Callback = (error, ...results) => {
        span.end(error ? { error } : {});
        (callback as Callback)(error, ...results);
      };
      return query(...parameters.slice(0, -1), end);
    }
    const answer = query(...parameters);
    Promise.resolve(answer).then(
      () => span.end(),
      (error: unknown) => span.end({ error }),
    );
    return answer;
  };
  client.query = traced as typeof client.query;
}

const ATTRIBUTES = { 'db.system.name': 'postgresql' };

/** The statement's first word: its text may be long, and its values are confidential. */
function nameOf(statement: unknown): string {
  const text =
    typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  const [word] = /[a-z]+/i.exec(typeof text === 'string' ? text : '') ?? [];
  return `postgresql ${word?.toLowerCase() ?? 'statement'}`;
}
