/** Money that members have sent by themselves: most with their member number, one with a number that is nobody's. */
import { paybills } from '../payments/index.ts';
import { units, type Filling } from './filling.ts';
import { CURRENCY } from './found-sacco.ts';
import { personOf } from './people.rules.ts';

const SENT = [
  { no: 3, account_number: 'M00003', amount: 500 },
  { no: 7, account_number: 'm00007', amount: 1_250 },
  { no: 12, account_number: 'M00012', amount: 300 },
  // The letter O for a zero: it is unallocated until somebody says whose it is.
  { no: 15, account_number: 'MOO015', amount: 750 },
] as const;

/** A transaction that an interrupted fill has sent already is not sent again. */
export async function receivePaybills({ ctx, scope, project }: Filling): Promise<void> {
  for (const { no, account_number, amount } of SENT) {
    const { phone, full_name } = personOf(no);
    await paybills.sendToSandbox(
      { ctx, scope },
      {
        transaction_id: `DEMO${project.id.slice(-6)}${no}`,
        amount_minor: units(amount),
        currency: CURRENCY,
        account_number,
        phone,
        name: full_name,
      },
    );
  }
}
