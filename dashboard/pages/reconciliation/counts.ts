/** The number of lines of a run by result, worst first. */
import type { Run } from '../../generated/wire.ts';

const ORDER = [
  'unmatched',
  'amount_mismatch',
  'currency_mismatch',
  'status_mismatch',
  'duplicate',
  'not_found',
  'not_applicable',
  'matched',
] as const;

/** Results without lines are left out. */
export function countsOf({ counts = {} }: Run): { match_status: string; count: number }[] {
  return ORDER.map((match_status) => ({ match_status, count: counts[match_status] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
}
