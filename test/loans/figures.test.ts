/** Every figure of a loan is the same where it is computed for one row and where PostgreSQL computes it. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Formula } from '../../core/formula.ts';
import { connect, type Db } from '../../db/connection.ts';
import * as figures from '../../domain/loans/positions/figures.rules.ts';
import { LOAN_FREQUENCIES, LOAN_METHODS } from '../../domain/loans/positions/schedule.rules.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.url, 1);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

type Line = figures.Installment & figures.ChargeTerms & { outstanding_minor: bigint };

const amount = fc.bigInt(0n, 9_007_199_254_740_991n);
/** Of these the product with a rate is beyond 64 bits. */
const line: fc.Arbitrary<Line> = fc.record({
  no: fc.constant(1),
  due_on: fc.constant('2026-01-31'),
  principal_minor: amount,
  interest_minor: amount,
  interest_charged: fc.boolean(),
  penalty_minor: amount,
  penalty_charged: fc.boolean(),
  paid_principal_minor: amount,
  paid_interest_minor: amount,
  paid_penalty_minor: amount,
  outstanding_minor: amount,
  rate_bps: fc.nat(100_000),
  method: fc.constantFrom(...LOAN_METHODS),
  frequency: fc.constantFrom(...LOAN_FREQUENCIES),
  penalty_bps: fc.nat(10_000),
  grace_days: fc.nat(30),
});

const FIGURES: Record<string, Formula<Line, bigint | boolean>> = {
  PAID: figures.PAID,
  UNPAID: figures.UNPAID,
  UNPAID_PRINCIPAL: figures.UNPAID_PRINCIPAL,
  UNPAID_INTEREST: figures.UNPAID_INTEREST,
  UNPAID_PENALTY: figures.UNPAID_PENALTY,
  CHARGES_DUE: figures.CHARGES_DUE,
  INTEREST_ON_BALANCE: figures.INTEREST_ON_BALANCE,
  interestOnceCharged: figures.interestOnceCharged(figures.INTEREST_ON_BALANCE),
  mayBePenalised: figures.mayBePenalised(figures.UNPAID),
};

const ROWS = `
  from json_to_recordset(?::json) as i (no integer, due_on date, principal_minor bigint, interest_minor bigint,
      interest_charged boolean, penalty_minor bigint, penalty_charged boolean, paid_principal_minor bigint,
      paid_interest_minor bigint, paid_penalty_minor bigint, place integer)
    join json_to_recordset(?::json) as l (outstanding_minor bigint, rate_bps integer, method text, frequency text,
      penalty_bps integer, grace_days integer, place integer) using (place)
  order by place`;

async function inSql(lines: readonly Line[], { sql }: Formula<Line, unknown>): Promise<string[]> {
  const rows = JSON.stringify(
    lines.map((each, place) => ({ ...each, place })),
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
  const found = await db.raw<{ rows: { value: string }[] }>(`select (${sql})::text as value ${ROWS}`, [
    rows,
    rows,
  ]);
  return found.rows.map(({ value }) => value);
}

test.each(Object.entries(FIGURES))('%s', async (_name, formula) => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 50 }), async (lines) => {
      expect(await inSql(lines, formula)).toEqual(lines.map((each) => String(formula.of(each))));
    }),
    { numRuns: 20 },
  );
});

test('a penalty is a share of what is unpaid', async () => {
  const penalty = figures.penaltyOn(figures.UNPAID);
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 50 }), async (lines) => {
      const unpaid = lines.filter((each) => figures.UNPAID.of(each) >= 0n);
      expect(await inSql(unpaid, penalty)).toEqual(unpaid.map((each) => String(penalty.of(each))));
    }),
    { numRuns: 20 },
  );
});
