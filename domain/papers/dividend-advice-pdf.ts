/** What one member was paid of a dividend, and how it was reckoned. */
import { refusal } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import { getSettings } from '../cooperative/index.ts';
import { readDividendLine } from '../dividends/index.ts';
import { entries } from '../movements/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { makePdf, type PaperRequest } from './make-pdf.ts';
import { formatMoney, moneyOf, named, percent } from './texts.rules.ts';

/** @throws AppError NOT_FOUND, `not_posted` for a line that is not paid, and as `makePdf` */
export function dividendAdvicePdf(
  base: ScopedContext,
  which: { dividend_id: string; member_id: string },
  request: PaperRequest,
): Promise<Uint8Array> {
  const { ctx, scope } = base;
  return makePdf(base, request, async (words) => {
    const { dividend, line } = await readDividendLine(ctx.db, scope, which);
    if (line.status !== 'paid' || line.entry_id === null)
      throw refusal(
        'not_posted',
        'A dividend has an advice once it is paid to the member; this line is not.',
      );
    const { currency } = dividend;
    const entry = await entries.get(ctx.db, scope, line.entry_id);
    const { utc_offset_minutes } = await getSettings(ctx.db, scope);
    const paid_on = localDateAt(entry.posted_at as Date, utc_offset_minutes);
    const money = moneyOf(currency);
    const net_minor = line.amount_minor - line.tax_minor;
    return {
      facts: {
        kind: 'dividend_advice',
        subject: [dividend.id, line.member_id],
        member_no: line.member_no,
        amount_minor: net_minor,
        currency,
        dated_on: paid_on,
      },
      size: 'a4',
      about: `${line.member_no} · ${dividend.label}`,
      blocks: [
        { kind: 'amount', text: formatMoney(net_minor, currency) },
        {
          kind: 'fields',
          fields: [
            { name: words.member, value: named(line) },
            { name: words.dividend, value: dividend.label },
            { name: words.period, value: `${dividend.period_start} – ${dividend.period_end}` },
            { name: words.shares_held, value: money(line.shares_minor) },
            { name: words.share_rate, value: percent(dividend.share_rate_bps) },
            { name: words.interest_paid, value: money(line.interest_paid_minor) },
            { name: words.rebate_rate, value: percent(dividend.interest_rebate_bps) },
            ...(line.tax_minor === 0n
              ? []
              : [
                  { name: words.before_tax, value: money(line.amount_minor) },
                  { name: words.tax_withheld, value: money(line.tax_minor) },
                ]),
            { name: words.amount, value: money(net_minor) },
            { name: words.paid_on, value: paid_on },
            { name: words.receipt_no, value: entry.id },
          ],
        },
      ],
    };
  });
}
