/** A fixed account is opened with its deposit: the account and its first term are stored once that is booked. */
import { addDays, localDateAt } from '../../../core/local-date.ts';
import { scopeColumns } from '../../../db/model.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { getSettings, type SettingsRow } from '../../cooperative/index.ts';
import {
  savingsMoves,
  defineMovement,
  leg,
  saccoAccounts,
  type EndedEntry,
  type EntryRow,
  type Leg,
} from '../../movements/index.ts';
import type { Unit } from '../../platform/unit.ts';
import { SavingsAccount } from '../accounts/account.model.ts';
import { SavingsProduct, type SavingsProductRow } from '../products/product.model.ts';
import { SavingsTerm } from './term.model.ts';

const toOpened = (moving: Leg): Leg => savingsMoves.leg('credit', 'other', moving);

const OPENING = {
  kind: 'term_deposit',
  // A member's accounts are counted.
  member_lock: 'update',
  opens: (entry: EntryRow) => [
    saccoAccounts.accountKeyOf('member_savings', {
      ...entry,
      savings_account_id: entry.to_savings_account_id,
    }),
  ],
  onEnded: storeAccounts,
} as const;

export const TERM_DEPOSITS = [
  defineMovement({
    ...OPENING,
    title: 'Fixed account opened with cash',
    source: 'cash',
    flow: 'pay_in',
    legs: [toOpened(leg('cash_on_hand', 'member_savings', 'amount'))],
  }),
  defineMovement({
    ...OPENING,
    title: 'Fixed account opened from savings',
    source: 'savings',
    flow: 'pay_out',
    legs: [
      toOpened(leg('member_savings', 'member_savings', 'amount')),
      leg('member_savings', 'fee_income', 'fee'),
    ],
  }),
  defineMovement({
    ...OPENING,
    title: 'Fixed account opened from the bank',
    source: 'bank',
    flow: 'pay_in',
    legs: [toOpened(leg('bank', 'member_savings', 'amount'))],
  }),
];

async function storeAccounts({ trx }: Unit, ended: EndedEntry[]): Promise<void> {
  const posted = ended.filter(({ entry }) => entry.status === 'posted');
  if (posted.length === 0) return;
  const products = await SavingsProduct.query(trx).whereIn('id', [
    ...new Set(posted.map(({ entry }) => entry.savings_product_id as string)),
  ]);
  const productOf = new Map<string, SavingsProductRow>(products.map((product) => [product.id, product]));
  const accounts: object[] = [];
  const terms: object[] = [];
  // The calls are answered together.
  const settings = await Promise.all(posted.map(({ scope }) => getSettings(trx, scope)));
  posted.forEach(({ scope, entry }, i) => {
    const { to_savings_account_id: id, member_id, currency, posted_at } = entry;
    const product = productOf.get(entry.savings_product_id as string) as SavingsProductRow;
    const { utc_offset_minutes } = settings[i] as SettingsRow;
    const opened_on = localDateAt(posted_at as Date, utc_offset_minutes);
    accounts.push({
      id,
      ...scopeColumns(scope),
      member_id,
      product_id: product.id,
      kind: product.kind,
      currency,
      entry_id: entry.id,
      opened_on,
      opened_at: posted_at,
    });
    terms.push({
      account_id: id,
      no: 1,
      ...scopeColumns(scope),
      member_id,
      principal_minor: entry.amount_minor,
      rate_bps: product.rate_bps,
      starts_on: opened_on,
      matures_on: addDays(opened_on, product.term_days as number),
    });
  });
  await insertAll(trx, SavingsAccount.tableName, accounts);
  await insertAll(trx, SavingsTerm.tableName, terms);
}
