/** What must be true of receipts. */
import type { Currency } from '../../core/money.ts';
import { scopeName, type Environment } from '../../core/scope.ts';
import { accountId, balanceOf, ZERO_BALANCES } from '../ledger/index.ts';
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

export const receiptInvariants: Invariant[] = [
  sqlInvariant(
    'every payment by paybill that goes to the SACCO has one receipt, of its amount',
    `select coalesce(p.id, r.payment_id) as id from (select * from payments where credit_to = 'receipt') p
     full join (select * from sacco_receipts where payment_id is not null) r on r.payment_id = p.id
     where p.id is null or r.id is null or p.status <> 'completed' or p.origin <> 'paybill'
       or (p.project_id, p.environment, p.amount_minor, p.currency, p.account_number)
         is distinct from (r.project_id, r.environment, r.amount_minor, r.currency, r.account_number)`,
    (row) => `${text(row, 'id')} and its receipt do not agree`,
  ),
  sqlInvariant(
    'members have got of a receipt what its posted entries say, and its state follows from them',
    `with made as (
       select receipt_id, coalesce(sum(amount_minor) filter (where status = 'posted' and kind <> 'unallocated_receipt'), 0) as credited,
         coalesce(sum(amount_minor) filter (where status = 'posted' and kind = 'unallocated_receipt'), 0) as unallocated,
         coalesce(sum(amount_minor) filter (where status = 'posted' and source = 'unallocated'), 0) as resolved,
         count(*) filter (where status in ('pending', 'posting', 'awaiting_approval')) as under_way
       from sacco_entries where receipt_id is not null group by receipt_id
     )
     select r.id from sacco_receipts r left join made m on m.receipt_id = r.id
     where r.credited_minor <> coalesce(m.credited, 0)
       or (r.status <> 'refunded' and r.unallocated_minor <> coalesce(m.unallocated - m.resolved, 0))
       or coalesce(m.under_way, 0) <> case when r.status in ('allocating', 'resolving') then 1 else 0 end
       or (r.status in ('unallocated', 'resolving', 'refunding') and r.credited_minor + r.unallocated_minor <> r.amount_minor)
       or (r.status = 'refunded' and r.credited_minor + coalesce(m.unallocated, 0) <> r.amount_minor)
     union all select m.receipt_id from made m left join sacco_receipts r on r.id = m.receipt_id where r.id is null`,
    (row) => `${text(row, 'id')} does not stand as its entries do`,
  ),
  {
    invariant: 'what is unallocated of all receipts is what the account of unallocated money holds',
    async *violations({ snapshot, ledger }) {
      const sums = (await snapshot('sacco_settings')
        .leftJoin('sacco_receipts as r', (join) =>
          join
            .on('r.project_id', 'sacco_settings.project_id')
            .andOn('r.environment', 'sacco_settings.environment'),
        )
        .whereNotNull('r.currency')
        .groupBy('r.project_id', 'r.environment', 'r.currency')
        .select('r.project_id', 'r.environment', 'r.currency')
        .sum('r.unallocated_minor as sum')) as unknown as {
        project_id: string;
        environment: Environment;
        currency: Currency;
        sum: string | bigint;
      }[];
      const ids = sums.map((book) =>
        accountId(book, { kind: 'unallocated', currency: book.currency, owner: '' }),
      );
      const balances = await ledger.balances(ids, new Date());
      for (const [i, book] of sums.entries()) {
        const held = balanceOf('unallocated', balances.get(ids[i] as string) ?? ZERO_BALANCES);
        if (held !== BigInt(book.sum))
          yield `${scopeName(book)} ${book.currency}: the account holds ${held}, the receipts say ${book.sum}`;
      }
    },
  },
];
