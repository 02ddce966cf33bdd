/** Spans for the statements of traced requests and jobs. */
import type pg from 'pg';
import type { OpenSpan } from '../core/span.port.ts';
import { isTracing, startClientSpan } from '../core/tracing.ts';
import { summaryOf } from './statement-summary.rules.ts';

type Query = (...parameters: unknown[]) => unknown;
type Callback = (error: unknown, ...results: unknown[]) => void;

/** Gives the client's statements spans; does nothing unless tracing is on, and no span outside a traced request or job. */
export function traceStatements(client: pg.Client): void {
  if (!isTracing()) return;
  const query = client.query.bind(client) as Query;
  const traced: Query = (...parameters) => {
    const span = startStatementSpan(parameters[0]);
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

/** Without the statement's text, which may be long, and without its values, which are confidential. */
function startStatementSpan(statement: unknown): OpenSpan | null {
  const text =
    typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  const summary = summaryOf(typeof text === 'string' ? text : '');
  return startClientSpan(`postgresql ${summary}`, {
    'db.system.name': 'postgresql',
    'db.query.summary': summary,
  });
}
