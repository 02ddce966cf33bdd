/** What cash on hand consists of where the cooperative has tills: the vault, and each till. */
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { findSettings } from '../cooperative/index.ts';
import { accountId, accounts, balanceOf, ZERO_BALANCES, type AccountBalances } from '../ledger/index.ts';
import type { Context } from '../platform/context.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { Till } from './tills/till.model.ts';

/** Tills that are shown beside a sum at most. */
const MAX_TILLS = 1_000;

interface CashPlaceName {
  /** Null: the vault. */
  till_id: string | null;
  name: string;
}

export interface CashPart extends CashPlaceName {
  balance_minor: bigint;
}

interface Parts {
  currency: Currency;
  places: CashPlaceName[];
  account_ids: string[];
}

/** @returns null where all cash is one account */
async function findParts(db: Queryable, scope: Scope): Promise<Parts | null> {
  const settings = await findSettings(db, scope);
  if (settings?.tills !== 'on') return null;
  const { currency } = settings;
  const tills = await Till.query(db).inScope(scope).orderBy('id').limit(MAX_TILLS);
  const places = [
    { till_id: null, name: 'Vault' },
    ...tills.map(({ id, name }) => ({ till_id: id as string | null, name })),
  ];
  const account_ids = places.map(({ till_id }) =>
    accountId(scope, { kind: 'cash_on_hand', currency, owner: till_id ?? '' }),
  );
  return { currency, places, account_ids };
}

/** What each holds now, the vault first; null where all cash is one account. */
export async function readCashParts({ ctx, scope }: ScopedContext): Promise<CashPart[] | null> {
  const parts = await findParts(ctx.db, scope);
  if (!parts) return null;
  const balances = await accounts.balances({ ctx, scope }, parts.account_ids);
  return parts.places.map((place, i) => ({
    ...place,
    balance_minor: balanceOf('cash_on_hand', balances.get(parts.account_ids[i] as string) ?? ZERO_BALANCES),
  }));
}

export interface CashPartAt extends CashPlaceName {
  currency: Currency;
  /** In the order of the instants. */
  at: AccountBalances[];
}

/** What each held at instants; null where all cash is one account. */
export async function readCashPartsAt(
  { db, ledger }: Pick<Context, 'ledger'> & { db: Queryable },
  scope: Scope,
  instants: readonly Date[],
): Promise<CashPartAt[] | null> {
  const parts = await findParts(db, scope);
  if (!parts) return null;
  return Promise.all(
    parts.places.map(async (place, i) => {
      const id = parts.account_ids[i] as string;
      const at = await Promise.all(instants.map((instant) => ledger.balancesAt(id, instant)));
      return { ...place, currency: parts.currency, at };
    }),
  );
}
