/** What employers are advised to deduct for a month. Once a remittance has come in, the advice of then stays. */
import { groupBy } from '../../core/group-by.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { getSettings } from '../cooperative/index.ts';
import { daysOf, timesDue, totalAsked, type Asked } from './advice.rules.ts';
import { readAskedOnLoans, readEmployed, readStoredAdvice } from './advice.sql.ts';
import type { AdvisedLoan } from './employer.model.ts';
import { getEmployer } from './employers.ts';

export interface AdvisedMember extends Asked {
  employer_id: string;
  member_id: string;
  member_no: string;
  payroll_no: string | null;
  full_name: string;
  total_minor: bigint;
}

export interface Advice {
  employer_id: string;
  /** YYYY-MM */
  month: string;
  currency: Currency;
  members: AdvisedMember[];
}

interface AdviceRequest {
  employer_ids: readonly string[];
  /** YYYY-MM */
  month: string;
}

/** @throws AppError NOT_FOUND, `sacco_not_set_up` */
export async function readAdvice(
  db: Queryable,
  scope: Scope,
  { employer_id, month }: { employer_id: string; month: string },
): Promise<Advice> {
  await getEmployer(db, scope, employer_id);
  const { currency } = await getSettings(db, scope);
  const members = await readAdvices(db, scope, { employer_ids: [employer_id], month });
  return { employer_id, month, currency, members };
}

/** Of each employer the stored advice, or what is asked for now. In the order of the payroll numbers. */
export async function readAdvices(
  db: Queryable,
  scope: Scope,
  { employer_ids, month }: AdviceRequest,
): Promise<AdvisedMember[]> {
  const stored = await storedAdvice(db, scope, { employer_ids, month });
  const has_stored = new Set(stored.map(({ employer_id }) => employer_id));
  const others = employer_ids.filter((id) => !has_stored.has(id));
  return [
    ...stored,
    ...(others.length === 0 ? [] : await adviceOfNow(db, scope, { employer_ids: others, month })),
  ];
}

/** What was asked for when remittances of the month came in; of nobody where none has. */
export async function storedAdvice(
  db: Queryable,
  scope: Scope,
  { employer_ids, month }: AdviceRequest,
): Promise<AdvisedMember[]> {
  const rows = await readStoredAdvice(db, {
    ...scopeColumns(scope),
    employer_ids,
    month: daysOf(month).first,
  });
  return rows.map(({ expected_minor, loans, ...row }) => ({
    ...row,
    loans: JSON.parse(loans) as AdvisedLoan[],
    total_minor: expected_minor,
  }));
}

/** What is asked for of those who are employed now. */
export async function adviceOfNow(
  db: Queryable,
  scope: Scope,
  { employer_ids, month }: AdviceRequest,
): Promise<AdvisedMember[]> {
  const { utc_offset_minutes } = await getSettings(db, scope);
  const of_employers = { ...scopeColumns(scope), employer_ids };
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  const asked = groupBy(
    await readAskedOnLoans(db, { ...of_employers, ...daysOf(month), today }),
    ({ member_id }) => member_id,
  );
  const employed = await readEmployed(db, of_employers);
  return employed.map(({ contribution_minor, frequency, start_date, ...member }) => {
    const times = frequency && start_date ? timesDue({ frequency, start_date }, month) : 0n;
    const loans = asked.get(member.member_id) ?? [];
    const of_member = {
      contribution_minor: (contribution_minor ?? 0n) * times,
      loans: loans.map(({ loan_id, due_on, amount }) => ({ loan_id, due_on, amount_minor: amount })),
    };
    return { ...member, ...of_member, total_minor: totalAsked(of_member) };
  });
}
