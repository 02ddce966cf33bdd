/** The check of running totals: it accepts what transfers were added up to, and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddedTotals } from '../../domain/ledger/rules/posted-totals.rules.ts';
import { TotalsCheck, type StoredTotal } from '../../domain/ledger/rules/totals-check.rules.ts';

const LEDGER = 1404;
const code = fc.integer({ min: 1, max: 3 });
/** In the ledger's order; the quarter is that of its instant, which may be before that of an earlier one. */
const booked = fc.array(
  fc.record({
    debit_code: code,
    credit_code: code,
    code,
    amount: fc.bigInt({ min: 1n, max: 9n }),
    quarter: fc.integer({ min: 100, max: 106 }),
    moves: fc.boolean(),
    sealed: fc.option(fc.integer({ min: 100, max: 110 }), { freq: 6 }),
  }),
  { minLength: 1, maxLength: 30 },
);
type Booked = typeof booked extends fc.Arbitrary<infer Value> ? Value : never;

/** The totals as they are added to, a transfer at a time. */
function totalsOf(all: Booked): StoredTotal[] {
  const rows = new Map<string, StoredTotal>();
  const sums = new Map<string, { debits: bigint; credits: bigint }>();
  let quarter = 0;
  all.forEach((each, i) => {
    quarter = Math.max(quarter, each.sealed ?? 0, each.quarter);
    if (!each.moves) return;
    const added = new AddedTotals();
    const account = (its: number) => ({ ledger: LEDGER, code: its });
    const transfer = { code: each.code, amount: each.amount, timestamp: BigInt(i + 1) };
    added.add(account(each.debit_code), account(each.credit_code), transfer, quarter);
    for (const row of added.rows) {
      const kinds = `${row.account_code} ${row.transfer_code}`;
      const { debits, credits } = sums.get(kinds) ?? { debits: 0n, credits: 0n };
      const sum = { debits: debits + row.debits, credits: credits + row.credits };
      sums.set(kinds, sum);
      rows.set(`${kinds} ${quarter}`, { ...row, ...sum });
    }
  });
  return [...rows.values()];
}

function differences(all: Booked, totals: StoredTotal[]): string[] {
  const check = new TotalsCheck(totals, new Set(all.flatMap(({ sealed }) => sealed ?? [])));
  all.forEach((each, i) => {
    const transfer = { code: each.code, amount: each.amount, timestamp: BigInt(i + 1) };
    if (each.moves) check.add(each, transfer, each.quarter);
    else check.pass(each.quarter);
  });
  return check.finish();
}

test('totals are accepted as they were added up, and not when one of them differs', () => {
  fc.assert(
    fc.property(
      booked,
      fc.nat(),
      fc.constantFrom<Partial<StoredTotal>>({ debits: 1n }, { credits: -1n }, { last_timestamp: 1n }, {}),
      (all, which, change) => {
        const totals = totalsOf(all);
        expect(differences(all, totals)).toEqual([]);
        const at = which % Math.max(totals.length, 1);
        const other = totals[at];
        if (!other) return;
        const is_gone = Object.keys(change).length === 0;
        // Where days were closed, that it is gone may look as if they had been closed before it.
        if (is_gone && all.some(({ sealed }) => sealed !== null)) return;
        const { debits = 0n, credits = 0n, last_timestamp = 0n } = change;
        const changed = {
          ...other,
          debits: other.debits + debits,
          credits: other.credits + credits,
          last_timestamp: other.last_timestamp + last_timestamp * 100n,
        };
        const tampered = totals.flatMap((row, i) => (i === at ? (is_gone ? [] : [changed]) : [row]));
        expect(differences(all, tampered)).not.toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});
