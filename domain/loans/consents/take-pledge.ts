/** A pledge that was declined or expired took no savings meanwhile: it is taken again, if they are still there. */
import { refusal } from '../../../core/errors.ts';
import { formatMoney, type Currency } from '../../../core/money.ts';
import { memberRefusal, type NamedMember } from '../../cooperative/index.ts';
import { holdingsOf } from '../../members/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import type { GuaranteeRow } from '../guarantees/guarantee.model.ts';
import { waitingPledges } from '../guarantees/guarantees.ts';
import { accountToPledge } from '../guarantees/pledged-savings.rules.ts';

/**
 * @param member locked
 * @returns what changes of the guarantee: the account on which it would be held
 * @throws AppError `member_not_active`, `guarantee_unavailable`
 */
export async function takePledge(
  unit: ScopedUnit,
  member: NamedMember,
  { amount_minor, currency }: Pick<GuaranteeRow, 'amount_minor'> & { currency: Currency },
): Promise<Pick<GuaranteeRow, 'savings_account_id'>> {
  const { trx } = unit;
  const refused = memberRefusal('pay_out', member);
  if (refused) throw refused;
  const waiting = await waitingPledges(trx, [member.id]);
  const [held] = await holdingsOf({ ...unit, db: trx }, [member.id], currency);
  const { available_minor, savings_account_id } = accountToPledge(held?.accounts ?? [], {
    amount_minor,
    waiting,
  });
  if (available_minor < amount_minor)
    throw refusal(
      'guarantee_unavailable',
      `The guarantor can pledge ${formatMoney(available_minor > 0n ? available_minor : 0n, currency)}, not ${formatMoney(amount_minor, currency)}.`,
    );
  return { savings_account_id };
}
