/** The results of a decision on many lines, as clients see them. */
import { arrayOf, boolean, integer, resource, string, type Wire } from '../../../core/schema.ts';
import type { Resolved } from './carry-out.ts';

const resultSchema = resource('LineResult', 'What became of a decision about one of many lines', {
  id: string,
  line_no: integer,
  ok: boolean,
  approval_id: string.describe('Of the request, where it waits for a second person').optional(),
  error: string.describe('The reason why it is not resolved').optional(),
  message: string.describe('The same for people').optional(),
});

export const resultsSchema = resource('LineResults', 'What became of a decision about many lines', {
  results: arrayOf(resultSchema),
});

export function presentResults(resolved: readonly Resolved[]): Wire<typeof resultsSchema> {
  return {
    results: resolved.map(({ line: { id, line_no, status, approval_id }, error }) => ({
      id,
      line_no,
      ok: error === null,
      ...(status === 'awaiting_approval' && approval_id ? { approval_id } : {}),
      ...(error ? { error: error.reason ?? error.code.toLowerCase(), message: error.message } : {}),
    })),
  };
}
