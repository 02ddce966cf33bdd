/** Employers: defined with a code of their own, and whom they employ. */
import { refusal } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { brokenUnique } from '../../db/faults.ts';
import { scopeColumns } from '../../db/model.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import { agreeContribution } from '../contributions/index.ts';
import { getSettings, lockMember, memberRefusal, SaccoMember } from '../cooperative/index.ts';
import { audit } from '../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';
import { Employer, type EmployerRow } from './employer.model.ts';

export type EmployerRequest = Pick<EmployerRow, 'name' | 'code' | 'pay_day'>;

/** @throws AppError `employer_code_taken`, `sacco_not_set_up` */
export async function defineEmployer(caller: Caller, request: EmployerRequest): Promise<EmployerRow> {
  await getSettings(caller.ctx.db, caller.scope);
  return withUniqueRefusals(() =>
    inTransaction(caller, async (unit) => {
      const { trx, scope } = unit;
      const employer: EmployerRow = await Employer.query(trx)
        .insert({
          id: newId('employer'),
          ...scopeColumns(scope),
          ...request,
          created_at: scope.clock.now(),
        })
        .returning('*');
      await audit(unit, 'sacco.employer_defined', employer.id, { ...request });
      return employer;
    }),
  );
}

/** @throws AppError NOT_FOUND, `employer_code_taken` */
export async function changeEmployer(
  caller: Caller,
  id: string,
  change: Partial<EmployerRequest>,
): Promise<EmployerRow> {
  return withUniqueRefusals(() =>
    inTransaction(caller, async (unit) => {
      const { trx, scope } = unit;
      const before: EmployerRow = await Employer.query(trx).forUpdate().findInScope(scope, id);
      const names = (Object.keys(change) as (keyof EmployerRequest)[]).filter(
        (name) => change[name] !== before[name],
      );
      if (names.length === 0) return before;
      const after = expectOne(await Employer.query(trx).where({ id }).patch(change).returning('*'));
      const changes = names.map((name) => [name, { from: before[name], to: after[name] }]);
      await audit(unit, 'sacco.employer_changed', id, Object.fromEntries(changes));
      return after;
    }),
  );
}

/** Newest first. */
export function listEmployers(db: Queryable, scope: Scope, request: PageRequest): Promise<Page<EmployerRow>> {
  return Employer.query(db).inScope(scope).paginate(request);
}

/** @throws AppError NOT_FOUND */
export function getEmployer(db: Queryable, scope: Scope, id: string): Promise<EmployerRow> {
  return Employer.query(db).findInScope(scope, id);
}

export interface EmploymentRequest {
  /** Null: with none. */
  employer_id?: string | null;
  payroll_no?: string | null;
  /** What is saved each month from this one on. */
  contribution_minor?: bigint;
}

/**
 * Says with whom a member is employed, under which number, and what is deducted as contribution each month.
 * @throws AppError NOT_FOUND, `payroll_no_taken`, `member_not_active`
 */
export async function setEmployment(
  caller: Caller,
  member_id: string,
  { contribution_minor, ...request }: EmploymentRequest,
): Promise<void> {
  const { utc_offset_minutes } = await getSettings(caller.ctx.db, caller.scope);
  await withUniqueRefusals(() =>
    inTransaction(caller, async (unit) => {
      const { trx, scope } = unit;
      const before = await lockMember(unit, member_id, 'update');
      const refused = memberRefusal('pay_in', before);
      if (refused) throw refused;
      const employer_id = request.employer_id === undefined ? before.employer_id : request.employer_id;
      if (employer_id !== null) await Employer.query(trx).forShare().findInScope(scope, employer_id);
      const payroll_no =
        employer_id === null
          ? null
          : request.payroll_no === undefined
            ? before.payroll_no
            : request.payroll_no;
      if (employer_id !== before.employer_id || payroll_no !== before.payroll_no) {
        await SaccoMember.query(trx)
          .inScope(scope)
          .where({ id: member_id })
          .patch({ employer_id, payroll_no, updated_at: scope.clock.now() });
        await audit(unit, 'sacco.member_employed', member_id, {
          from: { employer_id: before.employer_id, payroll_no: before.payroll_no },
          to: { employer_id, payroll_no },
        });
      }
      if (contribution_minor === undefined) return;
      const today = localDateAt(scope.clock.now(), utc_offset_minutes);
      await agreeContribution(unit, member_id, {
        amount_minor: contribution_minor,
        frequency: 'monthly',
        start_date: `${today.slice(0, 7)}-01`,
      });
    }),
  );
}

const TAKEN = {
  sacco_employers_code_key: ['employer_code_taken', 'code'],
  sacco_members_payroll_key: ['payroll_no_taken', 'payroll_no'],
} as const;

async function withUniqueRefusals<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    const taken = TAKEN[brokenUnique(error) as keyof typeof TAKEN];
    if (!taken) throw error;
    const [reason, path] = taken;
    const refused = refusal(reason);
    throw refusal(reason, undefined, [{ path, message: refused.message }]);
  }
}
