/** What members have agreed to save, what is known of their tax, and tax that was withheld and is remitted. */
import { localDateAt } from '../../core/local-date.ts';
import { putContribution } from '../contributions/index.ts';
import { availableOf, totalsByKind, ZERO_BALANCES } from '../ledger/index.ts';
import { putMemberTax, remitTax } from '../taxes/index.ts';
import { approveAs, attempt, forEach, units, type Filling } from './filling.ts';
import { BANK_CODE, CURRENCY, UTC_OFFSET_MINUTES } from './found-sacco.ts';
import { chance } from './people.rules.ts';

/** Of all members. */
const WITH_TAX_NUMBER = 20;
const ONE_HAS_AGREED_IN = 3;

/** @param members ids, in their order */
export async function agreeTerms({ caller, begins_at }: Filling, members: readonly string[]): Promise<void> {
  const start_date = localDateAt(begins_at, UTC_OFFSET_MINUTES);
  await forEach(
    members.filter((_id, no) => chance(`agreed ${no}`, ONE_HAS_AGREED_IN) === 0),
    (id) => putContribution(caller, id, { amount_minor: units(1_000), frequency: 'monthly', start_date }),
  );
  await forEach([...members.slice(0, WITH_TAX_NUMBER).entries()], ([no, id]) =>
    putMemberTax(caller, id, {
      tax_number: `A0${String(4_410_000 + 37 * no)}K`,
      exempt: no === 0,
      reason: no === 0 ? 'Certificate of exemption, disability' : null,
    }),
  );
}

/** All that is owed to the authority, from the bank. */
export async function remitWithheldTax(filling: Filling): Promise<void> {
  const { ctx, scope, caller } = filling;
  const totals = await totalsByKind({ db: ctx.db, ledger: ctx.ledger }, scope, CURRENCY);
  const owed_minor = availableOf('tax_payable', totals.get('tax_payable') ?? ZERO_BALANCES);
  if (owed_minor === 0n) return;
  const remitted = await attempt(() =>
    remitTax(caller, {
      amount_minor: owed_minor,
      paid_from: 'bank',
      account: BANK_CODE,
      reference: 'PRN 2041188',
      memo: 'Withholding tax of the year',
      idempotency_key: 'demo-tax',
    }),
  );
  await approveAs(filling, remitted?.entry.approval_id ?? null);
}
