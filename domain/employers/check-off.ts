/** What employers were to remit for a month, what they did, and whose deductions were short. */
import { groupBy } from '../../core/group-by.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { getSettings } from '../cooperative/index.ts';
import { readAdvices, type AdvisedMember } from './advice.ts';
import { daysOf } from './advice.rules.ts';
import { sumRemitted, sumUnknown } from './advice.sql.ts';
import { Employer, type EmployerRow } from './employer.model.ts';
import { BOOKED } from './split-lines.ts';

interface Sums {
  expected_minor: bigint;
  remitted_minor: bigint;
  short_minor: bigint;
}

export interface MemberCheckOff extends Sums {
  employer: EmployerRow;
  member: AdvisedMember;
}

export interface EmployerCheckOff extends Sums {
  employer: EmployerRow;
  /** What came under numbers that nobody has. */
  unknown_minor: bigint;
}

export interface CheckOff {
  /** YYYY-MM */
  month: string;
  currency: Currency;
  employers: EmployerCheckOff[];
  members: MemberCheckOff[];
}

/** Employers of one report. */
const MAX_EMPLOYERS = 500;

/** @throws AppError NOT_FOUND, `sacco_not_set_up` */
export async function reportCheckOff(
  db: Queryable,
  scope: Scope,
  { month, employer_id }: { month: string; employer_id?: string | undefined },
): Promise<CheckOff> {
  const { currency } = await getSettings(db, scope);
  const employers: EmployerRow[] =
    employer_id === undefined
      ? await Employer.query(db).inScope(scope).orderBy('code').limit(MAX_EMPLOYERS)
      : [await Employer.query(db).findInScope(scope, employer_id)];
  const employer_ids = employers.map(({ id }) => id);
  const of_month = {
    ...scopeColumns(scope),
    employer_ids,
    month: daysOf(month).first,
    statuses: BOOKED,
  };
  const remitted = new Map(
    (await sumRemitted(db, of_month)).map((row) => [
      `${row.employer_id} ${row.member_id}`,
      BigInt(row.remitted),
    ]),
  );
  const unknown = new Map(
    (await sumUnknown(db, of_month)).map((row) => [row.employer_id, BigInt(row.unknown)]),
  );
  const advised = groupBy(await readAdvices(db, scope, { employer_ids, month }), ({ employer_id: of }) => of);
  const report: CheckOff = { month, currency, employers: [], members: [] };
  for (const employer of employers) {
    const rows = (advised.get(employer.id) ?? []).map((member): MemberCheckOff => {
      const remitted_minor = remitted.get(`${employer.id} ${member.member_id}`) ?? 0n;
      const short = member.total_minor - remitted_minor;
      return {
        employer,
        member,
        expected_minor: member.total_minor,
        remitted_minor,
        short_minor: short > 0n ? short : 0n,
      };
    });
    report.members.push(...rows);
    const sum = (name: keyof Sums): bigint => rows.reduce((total, row) => total + row[name], 0n);
    report.employers.push({
      employer,
      expected_minor: sum('expected_minor'),
      remitted_minor: sum('remitted_minor'),
      short_minor: sum('short_minor'),
      unknown_minor: unknown.get(employer.id) ?? 0n,
    });
  }
  return report;
}
