/** What an application would come to: the schedule, what it costs, and every check. Nothing is stored or locked for long. */
import { notFound } from '../../../core/errors.ts';
import { shareOf } from '../../../core/formula.ts';
import { localDateAt } from '../../../core/local-date.ts';
import {
  customerRefusal,
  getSettings,
  memberRefusal,
  readMembers,
  type NamedMember,
} from '../../cooperative/index.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import type { Installment } from '../positions/figures.rules.ts';
import { applicationChecks, type ApplicationCheck } from './application.rules.ts';
import { loadApplicationFacts, type LoanTermsRequest } from './apply-for-loan.ts';
import { openInstallments } from '../positions/position.rules.ts';
import { scheduleOf } from '../positions/schedule.rules.ts';

export interface LoanPreview {
  /** As it would be, were the loan disbursed today. */
  installments: Installment[];
  /** The SACCO's local date. */
  today: string;
  fee_minor: bigint;
  /** What the member is left with of the principal. */
  disbursed_minor: bigint;
  total_interest_minor: bigint;
  /** In the order in which the first unmet one would refuse the application. */
  checks: ApplicationCheck[];
}

/** @throws AppError NOT_FOUND, `sacco_not_set_up` */
export async function previewLoan(base: ScopedContext, request: LoanTermsRequest): Promise<LoanPreview> {
  const { ctx, scope } = base;
  const settings = await getSettings(ctx.db, scope);
  const { borrower, facts } = await inTransaction(base, async (unit) => {
    const member = (await readMembers(unit.trx, scope, [request.member_id])).get(request.member_id);
    if (!member) throw notFound('member');
    return {
      borrower: member,
      facts: await loadApplicationFacts(unit, { settings, borrower: member, request }),
    };
  });
  const { product, principal_minor, term } = facts;
  const { rate_bps, method, frequency, fee_bps } = product;
  const today = localDateAt(scope.clock.now(), settings.utc_offset_minutes);
  const schedule = scheduleOf({ principal_minor, rate_bps, method, frequency, term }, today);
  const fee_minor = shareOf(principal_minor, fee_bps);
  return {
    installments: openInstallments(schedule),
    today,
    fee_minor,
    disbursed_minor: principal_minor - fee_minor,
    total_interest_minor: schedule.reduce((total, { interest_minor }) => total + interest_minor, 0n),
    checks: [...borrowerChecks(borrower), ...applicationChecks(facts)],
  };
}

/** Whether money may be paid to the member at all: what refuses an application before all other checks. */
function borrowerChecks(member: NamedMember): ApplicationCheck[] {
  const own = memberRefusal('pay_out', { ...member, customer_status: 'active' });
  const person = customerRefusal(member);
  const message = `${member.full_name} is active.`;
  return [
    { check: 'member_not_active', met: own === null, message: own?.message ?? message },
    { check: 'customer_not_active', met: person === null, message: person?.message ?? message },
  ];
}
