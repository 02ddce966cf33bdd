/** Asks a guarantor anew: the earlier link and code open nothing any more. */
import { refusal } from '../../../core/errors.ts';
import { expectOne } from '../../../db/rows.ts';
import { getMember, lockMember, memberRefusal } from '../../cooperative/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { LoanGuarantee } from '../guarantees/guarantee.model.ts';
import { readGuarantee, type GuaranteeView } from '../read-loan.ts';
import { askGuarantors } from './ask-guarantors.ts';
import { LoanConsent } from './consent.model.ts';
import { askingRefused, isFree, mayAskAnew } from './consent.rules.ts';
import { readAskings } from './consent.sql.ts';
import { takePledge } from './take-pledge.ts';
import { withdrawRequests } from './withdraw-requests.ts';
import { lockWaiting, type GuarantorOfLoan } from './decide-consent.ts';

/** @throws AppError NOT_FOUND, `consent_closed`, RATE_LIMITED, `member_not_active`, `guarantee_unavailable`, `encryption_key_missing` */
export async function askAgain(
  caller: Caller,
  which: GuarantorOfLoan,
  server_url: string,
): Promise<GuaranteeView> {
  await inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    // Before the loan, as an application and an approval lock them.
    const member = await lockMember(unit, which.member_id, 'update');
    const { loan, guarantee, consent } = await lockWaiting(unit, which);
    if (!mayAskAnew(guarantee.status))
      throw refusal('consent_closed', 'This guarantor has consented already.');
    const askings = expectOne(await readAskings(trx, which));
    const refused = askingRefused(askings, scope.clock.now()) ?? memberRefusal('pay_out', member);
    if (refused) throw refused;
    const { amount_minor } = guarantee;
    const taken = isFree(guarantee.status)
      ? await takePledge(unit, member, { amount_minor, currency: loan.currency })
      : {};
    await LoanConsent.query(trx)
      .findById(consent.id)
      .patch({
        token_hash: null,
        secrets_sealed: null,
        ...(consent.status === 'requested' ? { status: 'replaced' } : {}),
      });
    await withdrawRequests(trx, [consent]);
    await LoanGuarantee.query(trx)
      .findById([guarantee.loan_id, guarantee.no])
      .patch({ ...taken, status: 'requested' });
    const borrower = await getMember(trx, scope, loan.member_id);
    const { id: loan_id, principal_minor, currency } = loan;
    await askGuarantors(unit, { loan_id, principal_minor, currency, borrower, server_url }, [
      { member, amount_minor },
    ]);
    await audit(unit, 'sacco.guarantor_asked_again', loan_id, { member_id: member.id });
  });
  return readGuarantee(caller.ctx.db, caller.scope, which);
}
