/** What an employer is advised to deduct for a month. Once a remittance has come in, the advice of then stays. */
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

/** @throws AppError NOT_FOUND, `sacco_not_set_up` */
export async function readAdvice(
  db: Queryable,
  scope: Scope,
  { employer_id, month }: { employer_id: string; month: string },
): Promise<Advice> {
  await getEmployer(db, scope, employer_id);
  const { currency, utc_offset_minutes } = await getSettings(db, scope);
  const of_employer = { ...scopeColumns(scope), employer_id };
  const { first, last } = daysOf(month);
  const stored = await readStoredAdvice(db, { ...of_employer, month: first });
  if (stored.length > 0) {
    const members = stored.map(({ expected_minor, loans, ...row }) => ({
      ...row,
      loans: JSON.parse(loans) as AdvisedLoan[],
      total_minor: expected_minor,
    }));
    return { employer_id, month, currency, members };
  }
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  const asked = new Map<string, AdvisedLoan[]>();
  for (const { member_id, amount, ...loan } of await readAskedOnLoans(db, {
    ...of_employer,
    first,
    last,
    today,
  }))
    asked.set(member_id, [...(asked.get(member_id) ?? []), { ...loan, amount_minor: amount }]);
  const employed = await readEmployed(db, of_employer);
  const members = employed.map(({ contribution_minor, frequency, start_date, ...member }) => {
    const times = frequency && start_date ? timesDue({ frequency, start_date }, month) : 0n;
    const of_member = {
      contribution_minor: (contribution_minor ?? 0n) * times,
      loans: asked.get(member.member_id) ?? [],
    };
    return { ...member, ...of_member, total_minor: totalAsked(of_member) };
  });
  return { employer_id, month, currency, members };
}
