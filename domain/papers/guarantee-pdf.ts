/** The form that a guarantor signs: for whose loan, with how much, and what that means. */
import { localDateAt } from '../../core/local-date.ts';
import { getSettings } from '../cooperative/index.ts';
import { guarantees } from '../loans/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { makePdf, type PaperRequest } from './make-pdf.ts';
import { moneyOf, named, percent } from './texts.rules.ts';

/** @throws AppError NOT_FOUND also for a member who guarantees another loan, and as `makePdf` */
export function guaranteePdf(
  base: ScopedContext,
  which: { loan_id: string; member_id: string },
  request: PaperRequest,
): Promise<Uint8Array> {
  const { ctx, scope } = base;
  return makePdf(base, request, async (words) => {
    const guarantee = guarantees.present(await guarantees.read(ctx.db, scope, which));
    const { member, borrower, loan_id, called_minor } = guarantee;
    const { utc_offset_minutes } = await getSettings(ctx.db, scope);
    const money = moneyOf(guarantee.currency);
    const pledge = money(guarantee.amount_minor);
    const applied_on = localDateAt(guarantee.applied_at, utc_offset_minutes);
    return {
      facts: {
        kind: 'guarantee',
        subject: [loan_id, member.id],
        member_no: member.member_no,
        amount_minor: guarantee.amount_minor,
        currency: guarantee.currency,
        dated_on: applied_on,
      },
      size: 'a4',
      about: `${member.member_no} · ${loan_id}`,
      blocks: [
        {
          kind: 'fields',
          fields: [
            { name: words.guarantor, value: named(member) },
            { name: words.borrower, value: named(borrower) },
            { name: words.loan_no, value: loan_id },
            { name: words.principal, value: money(guarantee.loan_principal_minor) },
            { name: words.applied_on, value: applied_on },
            { name: words.rate, value: `${percent(guarantee.rate_bps)}, ${words.methods[guarantee.method]}` },
            {
              name: words.term,
              value: words.installments(guarantee.term, words.frequencies[guarantee.frequency]),
            },
            { name: words.pledge, value: pledge },
            { name: words.status, value: words.statuses[guarantee.status] },
            ...(called_minor === 0n ? [] : [{ name: words.called, value: money(called_minor) }]),
          ],
        },
        { kind: 'text', text: words.promise(member.full_name, borrower.full_name, pledge) },
        {
          kind: 'signatures',
          signers: [
            words.sign(words.guarantor, member.full_name),
            words.sign(words.borrower, borrower.full_name),
            words.sign(words.for_cooperative),
          ],
        },
      ],
    };
  });
}
