/** Random statements against random payments, refunds and earlier statements, compared with a naive matcher line by line. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import {
  must,
  projectOf,
  quickPerson,
  startService,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { bookedPayment, importRows, linesOf, resolveAll, type Row } from './books.ts';
import {
  matchByHand,
  missingByHand,
  type NaiveLine,
  type NaivePayment,
  type NaiveRefund,
} from './naive-matcher.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ workers: ['reconciliation-imports'] });
});
afterAll(() => service.stop());

const HOUR_MS = 3_600_000;
/** Two days at +03:00. */
const PERIOD = { period_start: '2026-05-10', period_end: '2026-05-11', utc_offset: '+03:00' };
const FROM_MS = Date.parse('2026-05-09T21:00:00Z');
const BEFORE_MS = FROM_MS + 48 * HOUR_MS;

const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values);

const payment = fc.record({
  provider: oneOf('manual', 'manual', 'manual', 'sandbox'),
  reference: oneOf('R0', 'R1', 'R2', 'R3', 'R4', 'R5'),
  provider_txn_id: oneOf(null, null, 'T0', 'T1', 'T2', 'T3'),
  amount_minor: oneOf(10_000, 10_000, 20_000),
  currency: oneOf('KES', 'KES', 'KES', 'USD'),
  status: oneOf('completed', 'completed', 'pending', 'processing', 'initiated', 'failed', 'cancelled'),
  completed_ms: oneOf(FROM_MS - 1, FROM_MS, FROM_MS + 5 * HOUR_MS, BEFORE_MS - 1, BEFORE_MS),
  refunds: fc.array(
    fc.record({ amount_minor: oneOf(500, 500, 700), status: oneOf('succeeded', 'succeeded', 'failed') }),
    { maxLength: 3 },
  ),
});

const line = fc.record({
  kind: oneOf(
    'payment',
    'payment',
    'payment',
    'refund',
    'refund',
    'payout',
    'payout_reversal',
    'fee',
    'other',
  ),
  amount_minor: oneOf(10_000, 10_000, 20_000, 500, 700, -500, -10_000),
  /** A reference, or the n-th payment by its id. */
  reference: oneOf<string | number | null>(null, null, 'R0', 'R1', 'R2', 'R3', 'R9', 0, 1),
  id: oneOf(null, null, 'T0', 'T1', 'T2', 'T3', 'T9'),
  date: oneOf('2026-05-10', '2026-05-11'),
});

/** Two payments of a provider never have one reference. */
const payments = fc.uniqueArray(payment, {
  maxLength: 8,
  selector: ({ provider, reference }) => `${provider} ${reference}`,
});

async function store(
  project: Project,
  made: readonly (NaivePayment & { refunds: NaiveRefund[] })[],
): Promise<void> {
  const { db } = service.ctx;
  const scope = { project_id: project.id, environment: 'test' };
  const at = new Date(FROM_MS - HOUR_MS);
  if (made.length === 0) return;
  await db('payments').insert(
    made.map(({ refunds: _apart, completed_ms, ...row }, i) => ({
      ...row,
      ...scope,
      // Some share an id, as payments from before ids were unique may.
      provider_txn_id_copy: i,
      completed_at: completed_ms === null ? null : new Date(completed_ms),
      created_at: at,
      updated_at: at,
    })),
  );
  const refunds = made.flatMap((each) =>
    each.refunds.map((refund) => ({ ...refund, currency: each.currency })),
  );
  if (refunds.length > 0)
    await db('refunds').insert(
      refunds.map((refund) => ({ ...refund, ...scope, manual: true, created_at: at, updated_at: at })),
    );
}

const rowOf = ({ kind, amount_minor, reference, id, date }: NaiveLine): Row => ({
  kind,
  amount: (amount_minor / 100).toFixed(2),
  ...(reference === null ? {} : { reference }),
  ...(id === null ? {} : { id }),
  date,
});

test('a statement is matched as a person would match it', async () => {
  await fc.assert(
    fc.asyncProperty(
      payments,
      fc.array(line, { maxLength: 6 }),
      fc.array(line, { minLength: 1, maxLength: 14 }),
      async (drawn, earlier, drawnLines) => {
        const project = await projectOf(await quickPerson(service), service.anyone);
        // For what is booked from the earlier statement.
        await bookedPayment(service, project.key, 'FUND', { amount: 100_000, currency: 'KES' });
        const made = drawn.map(({ refunds, completed_ms, ...each }) => {
          const id = newId('payment');
          return {
            ...each,
            id,
            completed_ms: each.status === 'completed' ? completed_ms : null,
            refunds: refunds.map((refund) => ({ ...refund, id: newId('refund'), payment_id: id })),
          };
        });
        await store(project, made);
        const named = (lines: typeof drawnLines): NaiveLine[] =>
          lines.map((each) => ({
            ...each,
            reference:
              typeof each.reference === 'number' ? (made[each.reference]?.id ?? null) : each.reference,
          }));

        const first = named(earlier).filter(({ kind }) => kind !== 'payment');
        const booked: NaiveLine[] = [];
        if (first.length > 0) {
          const { id } = await importRows(project.key, first.map(rowOf), PERIOD);
          for (const action of ['book_payout', 'book_fee']) must(await resolveAll(project.key, id, action));
          const states = (await linesOf(project.key, id)).map(({ state }) => state);
          booked.push(...first.filter((_line, i) => states[i] === 'resolved'));
        }

        const lines = named(drawnLines);
        const refunds = made.flatMap((each) => each.refunds);
        const expected = matchByHand(lines, made, refunds, booked);
        const run = await importRows(project.key, lines.map(rowOf), PERIOD);
        const found = await linesOf(project.key, run.id);
        expect(
          found.map(({ match_status, payment_id, refund_id }) => ({
            status: match_status,
            payment_id,
            refund_id,
          })),
        ).toEqual(expected);
        for (const { match_note } of found) expect(match_note).toMatch(/^[A-Z].*\.$/);
        const missing: string[] = run.missing_on_statement.map(
          ({ payment_id }: { payment_id: string }) => payment_id,
        );
        expect(missing.toSorted((a, b) => a.localeCompare(b))).toEqual(
          missingByHand(made, expected, lines, [FROM_MS, BEFORE_MS]).toSorted((a, b) => a.localeCompare(b)),
        );
        expect(run.missing_on_statement_count).toBe(missing.length);
        const fits = lines.filter((each, i) => {
          const status = expected[i]?.status;
          if (each.kind === 'payment')
            return (
              status === 'matched' &&
              made.find(({ id }) => id === expected[i]?.payment_id)?.status !== 'completed'
            );
          return !['refund', 'other'].includes(each.kind) && status !== 'duplicate';
        });
        expect(run.actionable).toBe(fits.length);
      },
    ),
    { numRuns: 30 },
  );
}, 240_000);
