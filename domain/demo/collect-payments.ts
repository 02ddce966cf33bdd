/** Mobile-money payments of the last month, and the provider's statement of them, which differs from the books in some lines. */
import { localDateAt } from '../../core/local-date.ts';
import { formatMinor } from '../../core/money.ts';
import { createPayment } from '../payments/index.ts';
import { importStatement } from '../reconciliation/index.ts';
import { attempt, units, type Filling } from './filling.ts';
import { CURRENCY, UTC_OFFSET_MINUTES } from './found-sacco.ts';
import { chance, personOf } from './people.rules.ts';

const PAYMENTS = 18;
/** These are not on the statement, and one line has another amount than its payment. */
const MISSING_NO = 4;
const DIFFERENT_NO = 9;

export async function collectPayments(filling: Filling): Promise<void> {
  const { ctx, scope, caller } = filling;
  const today = localDateAt(scope.clock.now(), UTC_OFFSET_MINUTES);
  const payments = Array.from({ length: PAYMENTS }, (_each, i) => ({
    no: i + 1,
    reference: `SHOP-${String(i + 1).padStart(4, '0')}`,
    amount_minor: units(150 + 50 * chance(`payment ${i}`, 60)),
  }));
  for (const { no, reference, amount_minor } of payments) {
    const customer_phone = personOf(no).phone;
    await attempt(() =>
      createPayment(
        caller,
        { provider: 'sandbox', amount_minor, currency: CURRENCY, reference, customer_phone },
        { key: null, server_url: ctx.config.public_url ?? 'http://localhost' },
      ),
    );
  }
  const lines = payments
    .filter(({ no }) => no !== MISSING_NO)
    .map(({ no, reference, amount_minor }) => {
      const shown_minor = no === DIFFERENT_NO ? amount_minor + units(100) : amount_minor;
      return [today, reference, 'Payment', formatMinor(shown_minor), 'Paid by customer'].join(',');
    });
  const csv = [
    'Date,Reference,Type,Amount,Details',
    ...lines,
    `${today},SHOP-9999,Payment,450.00,Paid by customer`,
    `${today},FEE-1,Fee,-87.50,Charges of the month`,
    `${today},PAYOUT-1,Payout,-2000.00,To the bank`,
  ].join('\n');
  await attempt(() =>
    importStatement(
      caller,
      {
        provider: 'sandbox',
        currency: CURRENCY,
        period_start: today,
        period_end: today,
        utc_offset: '+03:00',
        source_name: 'sandbox-statement.csv',
        csv,
        columns: {
          amount: 'Amount',
          reference: 'Reference',
          date: 'Date',
          kind: 'Type',
          description: 'Details',
        },
        kinds: { payment: ['Payment'], fee: ['Fee'], payout: ['Payout'] },
      },
      'demo-statement',
    ),
  );
}
