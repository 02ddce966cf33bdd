/** The savings accounts of members with what they hold: the default one first, then those that were opened besides. */
import { groupBy } from '../../../core/group-by.ts';
import type { Currency } from '../../../core/money.ts';
import type { Queryable } from '../../../db/connection.ts';
import { defaultSavingsAccountId, getSettings } from '../../cooperative/index.ts';
import { accountId, accounts as ledgerAccounts, ZERO_BALANCES } from '../../ledger/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { SavingsProduct, type SavingsProductRow } from '../products/product.model.ts';
import type { SavingsAccountStatus } from './account.model.ts';
import { readAccountsOfMembers, type SavingsAccountWithTerm } from './account-rows.sql.ts';

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
  /** Nothing was ever paid in. */
  is_new: boolean;
  /** Null: with the membership. */
  opened_on: string | null;
  opened_at: Date | null;
  closed_at: Date | null;
  /** Of a fixed account. */
  term: RunningTerm | null;
}

interface Wanted {
  currency: Currency;
  with_closed?: boolean;
}

/** @returns in the order of the members; the ledger is asked once */
export async function readSavings(
  { ctx, scope, db = ctx.db }: ScopedContext & { db?: Queryable },
  member_ids: readonly string[],
  { currency, with_closed = false }: Wanted,
): Promise<SavingsView[][]> {
  if (member_ids.length === 0) return [];
  const { savings_product_id } = await getSettings(db, scope);
  const rows = await readAccountsOfMembers(db, { member_ids, with_closed });
  const products = await SavingsProduct.query(db).whereIn('id', [
    ...new Set([savings_product_id, ...rows.map(({ product_id }) => product_id)]),
  ]);
  const productOf = new Map<string, SavingsProductRow>(products.map((product) => [product.id, product]));
  const idOf = (owner: string) => accountId(scope, { kind: 'member_savings', currency, owner });
  const balances = await ledgerAccounts.balances({ ctx, scope }, [
    ...member_ids.map(idOf),
    ...rows.map(({ id }) => idOf(id)),
  ]);
  const heldBy = (owner: string) => {
    const held = balances.get(idOf(owner)) ?? ZERO_BALANCES;
    const balance_minor = held.credits_posted - held.debits_posted;
    return {
      balance_minor,
      available_minor: balance_minor - held.debits_pending,
      is_new: held.credits_posted === 0n,
    };
  };
  const opened = groupBy(rows, ({ member_id }) => member_id);
  return member_ids.map((member_id): SavingsView[] => [
    {
      id: defaultSavingsAccountId(member_id),
      stored_id: null,
      member_id,
      product: productOf.get(savings_product_id) as SavingsProductRow,
      status: 'active',
      currency,
      ...heldBy(member_id),
      opened_on: null,
      opened_at: null,
      closed_at: null,
      term: null,
    },
    ...(opened.get(member_id) ?? []).map((row) => ({
      id: row.id,
      stored_id: row.id,
      member_id,
      product: productOf.get(row.product_id) as SavingsProductRow,
      status: row.status,
      currency,
      ...heldBy(row.id),
      opened_on: row.opened_on,
      opened_at: row.opened_at,
      closed_at: row.closed_at,
      term: termOf(row),
    })),
  ]);
}

function termOf(row: SavingsAccountWithTerm): RunningTerm | null {
  if (row.term_no === null) return null;
  return {
    no: row.term_no,
    starts_on: row.term_starts_on as string,
    matures_on: row.term_matures_on as string,
    principal_minor: row.term_principal_minor as bigint,
    rate_bps: row.term_rate_bps as number,
  };
}
