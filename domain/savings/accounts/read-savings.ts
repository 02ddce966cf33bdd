/** The savings accounts of members with what they hold: the default one first, then those that were opened besides. */
import { groupBy } from '../../../core/group-by.ts';
import type { Currency } from '../../../core/money.ts';
import type { Queryable } from '../../../db/connection.ts';
import { getSettings, savingsIds } from '../../cooperative/index.ts';
import { accountId, accounts as ledgerAccounts, ZERO_BALANCES } from '../../ledger/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { SavingsProduct, type SavingsProductRow } from '../products/product.model.ts';
import type { SavingsAccountStatus } from './account.model.ts';
import {
  readAccountsByIds,
  readClosedAccounts,
  readOpenAccounts,
  type SavingsAccountWithTerm,
} from './account-rows.sql.ts';

interface RunningTerm {
  no: number;
  starts_on: string;
  matures_on: string;
  principal_minor: bigint;
  rate_bps: number;
}

export interface SavingsView {
  id: string;
  /** As entries store it: null for the default account. */
  stored_id: string | null;
  member_id: string;
  product: SavingsProductRow;
  status: SavingsAccountStatus;
  currency: Currency;
  balance_minor: bigint;
  /** What is not on hold. */
  available_minor: bigint;
  /** Null: with the membership. */
  opened_on: string | null;
  opened_at: Date | null;
  closed_at: Date | null;
  /** Of a fixed account. */
  term: RunningTerm | null;
}

/** Open accounts of one member besides the default one. */
export const MAX_ACCOUNTS = 50;
/** Accounts that were closed in the time of a statement. */
const MAX_CLOSED = 500;

type Reading = ScopedContext & { db?: Queryable };

/** Those that are open, the default one first. @returns in the order of the members; the ledger is asked once */
export async function readSavings(
  base: Reading,
  member_ids: readonly string[],
  currency: Currency,
): Promise<SavingsView[][]> {
  if (member_ids.length === 0) return [];
  const { ctx, scope, db = ctx.db } = base;
  const { savings_product_id } = await getSettings(db, scope);
  const rows = await readOpen(db, member_ids);
  const defaults = member_ids.map((member_id) => defaultRow({ member_id, savings_product_id }, currency));
  const views = groupBy(await withBalances(base, [...defaults, ...rows]), ({ member_id }) => member_id);
  return member_ids.map((id) => views.get(id) ?? []);
}

/** The default account of a member, and others by their ids. */
export async function readSavingsByIds(
  base: Reading,
  member_id: string,
  { ids, with_default }: { ids: readonly string[]; with_default: boolean },
): Promise<SavingsView[]> {
  const { ctx, scope, db = ctx.db } = base;
  const { currency, savings_product_id } = await getSettings(db, scope);
  const rows = ids.length === 0 ? [] : await readAccountsByIds(db, { ids });
  const own = rows.filter((row) => row.member_id === member_id);
  const defaults = with_default ? [defaultRow({ member_id, savings_product_id }, currency)] : [];
  return withBalances(base, [...defaults, ...own]);
}

/** Those of a member that were open at any time since a moment, without the default one. */
export async function readSavingsSince(
  base: Reading,
  member_id: string,
  since: Date,
): Promise<SavingsView[]> {
  const { ctx, db = ctx.db } = base;
  const open = await readOpen(db, [member_id]);
  const closed = await readClosedAccounts(db, { member_id, since, limit: MAX_CLOSED });
  return withBalances(base, [...open, ...closed]);
}

/** All of them: what is paid out and counted by them may miss none. */
async function readOpen(db: Queryable, member_ids: readonly string[]): Promise<SavingsAccountWithTerm[]> {
  const rows = await readOpenAccounts(db, { member_ids, limit: MAX_ACCOUNTS + 1 });
  for (const [member_id, { length }] of groupBy(rows, (row) => row.member_id))
    if (length > MAX_ACCOUNTS) throw new Error(`${member_id} has more than ${MAX_ACCOUNTS} savings accounts`);
  return rows;
}

type Row = Omit<
  SavingsAccountWithTerm,
  'project_id' | 'environment' | 'kind' | 'entry_id' | 'opened_on' | 'opened_at'
> &
  Pick<SavingsView, 'stored_id' | 'opened_on' | 'opened_at'>;

function defaultRow(
  { member_id, savings_product_id: product_id }: { member_id: string; savings_product_id: string },
  currency: Currency,
): Row {
  return {
    id: savingsIds.defaultId(member_id),
    stored_id: null,
    member_id,
    product_id,
    currency,
    status: 'active',
    opened_on: null,
    opened_at: null,
    closed_at: null,
    term_no: null,
    term_starts_on: null,
    term_matures_on: null,
    term_principal_minor: null,
    term_rate_bps: null,
  };
}

async function withBalances(
  { ctx, scope, db = ctx.db }: Reading,
  read: readonly (Row | SavingsAccountWithTerm)[],
): Promise<SavingsView[]> {
  const rows = read.map((row): Row => ('stored_id' in row ? row : { ...row, stored_id: row.id }));
  const products = await SavingsProduct.query(db).whereIn('id', [
    ...new Set(rows.map(({ product_id }) => product_id)),
  ]);
  const productOf = new Map<string, SavingsProductRow>(products.map((product) => [product.id, product]));
  const idOf = ({ stored_id, member_id, currency }: Row) =>
    accountId(scope, { kind: 'member_savings', currency, owner: stored_id ?? member_id });
  const balances = await ledgerAccounts.balances({ ctx, scope }, rows.map(idOf));
  return rows.map((row): SavingsView => {
    const held = balances.get(idOf(row)) ?? ZERO_BALANCES;
    const balance_minor = held.credits_posted - held.debits_posted;
    const { id, stored_id, member_id, status, currency, opened_on, opened_at, closed_at } = row;
    return {
      id,
      stored_id,
      member_id,
      product: productOf.get(row.product_id) as SavingsProductRow,
      status,
      currency,
      balance_minor,
      available_minor: balance_minor - held.debits_pending,
      opened_on,
      opened_at,
      closed_at,
      term: termOf(row),
    };
  });
}

function termOf(row: Row): RunningTerm | null {
  if (row.term_no === null) return null;
  return {
    no: row.term_no,
    starts_on: row.term_starts_on as string,
    matures_on: row.term_matures_on as string,
    principal_minor: row.term_principal_minor as bigint,
    rate_bps: row.term_rate_bps as number,
  };
}
