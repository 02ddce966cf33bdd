/** Members whose savings an employer deducts: a remittance that is posted, and cash of a field day that waits as a batch. */
import { localDateAt } from '../../core/local-date.ts';
import { requestBatch } from '../batches/index.ts';
import { defineEmployer, listEmployers, requestRemittance, setEmployment } from '../employers/index.ts';
import { readMember } from '../members/index.ts';
import { approveAs, attempt, units, type Filling } from './filling.ts';
import { BANK_CODE, UTC_OFFSET_MINUTES } from './found-sacco.ts';

const EMPLOYED = 6;
const IN_THE_FIELD = 4;
const CONTRIBUTION = 1_500;
const CODE = 'MOE';
/** A page holds them all. */
const ALL_EMPLOYERS = 50;

/** @param members ids of active ones, in their order */
export async function payWithEmployer(filling: Filling, members: readonly string[]): Promise<void> {
  const { ctx, scope, caller } = filling;
  await attempt(() => defineEmployer(caller, { name: 'Ministry of Education', code: CODE, pay_day: 28 }));
  const { items } = await listEmployers(ctx.db, scope, { limit: ALL_EMPLOYERS });
  const employer = items.find(({ code }) => code === CODE);
  if (!employer) throw new Error('the demonstration has no employer');
  await remit(filling, employer.id, members.slice(0, EMPLOYED));
  await collectInTheField(filling, members.slice(EMPLOYED, EMPLOYED + IN_THE_FIELD));
}

/** One of them had nothing deducted, so that the report of check-off shows what is missing. */
async function remit(filling: Filling, employer_id: string, members: readonly string[]): Promise<void> {
  const { scope, caller } = filling;
  const numbers = members.map((_id, i) => `TSC-${2_001 + i}`);
  for (const [i, id] of members.entries())
    await setEmployment(caller, id, {
      employer_id,
      payroll_no: numbers[i],
      contribution_minor: units(CONTRIBUTION),
    });
  const paid = numbers.slice(1);
  const batch = await attempt(() =>
    requestRemittance(caller, employer_id, {
      month: localDateAt(scope.clock.now(), UTC_OFFSET_MINUTES).slice(0, 7),
      csv: csvOf(
        ['payroll_no', 'amount'],
        paid.map((payroll_no) => [payroll_no, `${CONTRIBUTION}.00`]),
      ),
      account: BANK_CODE,
      reference: 'EFT-77120',
      total_minor: units(CONTRIBUTION * paid.length),
      memo: 'Check-off of the month',
      idempotency_key: 'demo-check-off',
    }),
  );
  await approveAs(filling, batch?.batch.approval_id ?? null);
}

async function collectInTheField({ caller }: Filling, members: readonly string[]): Promise<void> {
  const lines: string[][] = [];
  for (const id of members) lines.push([(await readMember(caller, id)).member_no, 'deposit', '500.00']);
  if (lines.length === 0) return;
  await attempt(() =>
    requestBatch(caller, {
      csv: csvOf(['member_no', 'kind', 'amount'], lines),
      source: 'cash',
      total_minor: units(500 * lines.length),
      memo: 'Savings collected on the field day in Molo',
      idempotency_key: 'demo-field-day',
    }),
  );
}

export function csvOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map((cells) => cells.join(',')).join('\n');
}
