/** What must be true of receipts. */
import { systemNow } from '../../core/clock.ts';
import type { Currency } from '../../core/money.ts';
import { scopeName, type Environment } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { accountId, balanceOf, ZERO_BALANCES } from '../ledger/index.ts';
import { sqlInvariant, text, type Invariant, type Verification } from '../platform/invariants.ts';

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
       select receipt_id, coalesce(sum(amount_minor) filter (where status = 'posted' and kind not in ('unallocated_receipt', 'reversal')), 0) as credited,
         coalesce(sum(amount_minor) filter (where status = 'posted' and kind = 'unallocated_receipt'), 0)
           + coalesce((select sum(l.amount_minor) from sacco_movement_batch_lines l where l.receipt_id = e.receipt_id), 0) as unallocated,
         coalesce(sum(amount_minor) filter (where status = 'posted' and source = 'unallocated'), 0) as resolved,
         count(*) filter (where status = 'awaiting_approval' and kind <> 'reversal') as waiting
       from (
         select receipt_id, status, kind, source, amount_minor from sacco_entries where receipt_id is not null
         union all
         -- Of a line of a batch that failed: its money came in with the batch.
         select receipt_id, null, null, null, 0 from sacco_movement_batch_lines where receipt_id is not null
       ) e group by receipt_id
     ), in_flight as (
       -- The receipt of money at the bank is stored with the result of its entry, and a reversal takes it when it is approved.
       select receipt_id, count(*) as entries from sacco_entries_in_flight
       where receipt_id is not null and (kind, source) is distinct from ('unallocated_receipt', 'bank') group by receipt_id
     )
     select r.id from sacco_receipts r left join made m on m.receipt_id = r.id left join in_flight f on f.receipt_id = r.id
     where r.credited_minor <> coalesce(m.credited, 0)
       or (r.status <> 'refunded' and r.unallocated_minor <> coalesce(m.unallocated - m.resolved, 0))
       or coalesce(m.waiting, 0) + coalesce(f.entries, 0) <> case when r.status in ('allocating', 'resolving') then 1 else 0 end
       or (r.status in ('unallocated', 'resolving', 'refunding') and r.credited_minor + r.unallocated_minor <> r.amount_minor)
       or (r.status = 'refunded' and r.credited_minor + coalesce(m.unallocated, 0) <> r.amount_minor)
     union all select m.receipt_id from made m left join sacco_receipts r on r.id = m.receipt_id
     where r.id is null and m.credited + m.unallocated + m.waiting > 0
     union all select f.receipt_id from in_flight f left join sacco_receipts r on r.id = f.receipt_id where r.id is null`,
    (row) => `${text(row, 'id')} does not stand as its entries do`,
  ),
  {
    invariant: 'what is unallocated of all receipts is what the account of unallocated money holds',
    async *violations({ snapshot, db, ledger }) {
      for (const book of await sumsOf(snapshot)) {
        if ((await difference(book, ledger)) === null) continue;
        // It may have gone on since the snapshot.
        if (await isUnderWay(snapshot, book)) continue;
        const again = (await sumsOf(db)).find((each) => each.account_id === book.account_id);
        const found = await difference(again ?? book, ledger);
        if (found !== null && !(await isUnderWay(db, book)))
          yield `${scopeName(book)} ${book.currency}: the account holds ${found}, the receipts say ${book.sum}`;
      }
    },
  },
];

interface Book {
  project_id: string;
  environment: Environment;
  currency: Currency;
  account_id: string;
  sum: string | bigint;
}

/** Of each account of unallocated money, and of receipts that have none. */
async function sumsOf(db: Queryable): Promise<Book[]> {
  const accounts = await db('ledger_accounts')
    .where({ kind: 'unallocated' })
    .select<Omit<Book, 'account_id' | 'sum'>[]>('project_id', 'environment', 'currency');
  const sums = (await db('sacco_receipts')
    .groupBy('project_id', 'environment', 'currency')
    .select('project_id', 'environment', 'currency')
    .sum('unallocated_minor as sum')) as unknown as Omit<Book, 'account_id'>[];
  const nameOf = (book: Omit<Book, 'account_id' | 'sum'>): string => `${scopeName(book)} ${book.currency}`;
  const books = new Map<string, Omit<Book, 'account_id'>>(
    accounts.map((book) => [nameOf(book), { ...book, sum: 0n }]),
  );
  for (const book of sums) books.set(nameOf(book), book);
  return [...books.values()].map((book) => ({
    ...book,
    account_id: accountId(book, { kind: 'unallocated', currency: book.currency, owner: '' }),
  }));
}

/** @returns what the account holds, where it is not what the receipts say */
async function difference({ account_id, sum }: Book, ledger: Verification['ledger']): Promise<bigint | null> {
  const balances = (await ledger.balances([account_id], systemNow())).get(account_id);
  const held = balanceOf('unallocated', balances ?? ZERO_BALANCES);
  return held === BigInt(sum) ? null : held;
}

/** Whether money of a receipt is being booked, or paid out. */
async function isUnderWay(db: Queryable, { project_id, environment }: Book): Promise<boolean> {
  const of_book = { project_id, environment };
  const booking = await db('sacco_entries_in_flight').where(of_book).whereNotNull('receipt_id').first();
  if (booking) return true;
  if (
    await db('sacco_movement_batches')
      .where({ ...of_book, status: 'posting' })
      .first()
  )
    return true;
  const paying = { ...of_book, origin: 'paybill', completed_at: null };
  return Boolean(await db('payouts').where(paying).whereNotNull('outcome').first());
}
