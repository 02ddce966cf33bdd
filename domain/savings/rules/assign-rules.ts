/** Applies the rules of savings products to new entries: the one place where a movement meets them. */
import { notFound, refusal, type AppError } from '../../../core/errors.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeName } from '../../../core/scope.ts';
import { savingsIds } from '../../cooperative/index.ts';
import { accountId, accounts as ledgerAccounts, availableOf, ZERO_BALANCES } from '../../ledger/index.ts';
import { savingsMoves, saccoAccounts, type EntryRow } from '../../movements/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import {
  belowMinimum,
  payingIn,
  takingOut,
  type AppliedRules,
  type ProductRules,
} from './product-rules.rules.ts';
import {
  lockNotices,
  readDefaultProducts,
  readNamedAccounts,
  sumNoticesUsed,
  type NamedAccount,
} from './rules.sql.ts';

type ScopedEntries = Parameters<savingsMoves.Rules['assign']>[1];

/** What an entry takes out of an account and pays into one; null is the default account. */
interface Moved {
  out: (string | null)[];
  into: (string | null)[];
}

export const savingsRules: savingsMoves.Rules = {
  async assign({ ctx, db }, entries) {
    const moved = entries.map(({ row }): Moved => {
      const definition = ctx.movements.of(row);
      return {
        out: savingsMoves.movedOn('debit', definition, row),
        // What opens a fixed account makes the account once it is booked.
        into: row.kind === 'term_deposit' ? [] : savingsMoves.movedOn('credit', definition, row),
      };
    });
    const rulesOf = await findRules(db, entries, moved);
    const ripe = await ripeNotices(db, entries, rulesOf);
    const applied = entries.map(({ row }, i) => applyRules(row, moved[i] as Moved, { rulesOf, ripe }));
    return Promise.all(
      entries.map(async ({ scope, row }, i) => {
        const rules = applied[i] as AppliedRules | AppError;
        if (rules instanceof Error) return rules;
        const entry = { ...row, ...rules };
        const { into } = moved[i] as Moved;
        return (await refusalByBalances({ ctx, scope }, entry, { into, rulesOf })) ?? entry;
      }),
    );
  },

  async refusal({ ctx, db }, entry, how) {
    const definition = ctx.movements.of(entry);
    const moved = [
      ...savingsMoves.movedOn('debit', definition, entry),
      ...savingsMoves.movedOn('credit', definition, entry),
    ];
    const ids = entry.kind === 'term_deposit' ? [] : moved.flatMap((id) => id ?? []);
    if (ids.length === 0) return null;
    const found = await readNamedAccounts[how](db, { ids });
    return found.some(({ status }) => status === 'closed') ? closed() : null;
  },
};

const closed = (): AppError => refusal('account_inactive', 'The savings account is closed.');

type RulesOf = (entry: EntryRow, id: string | null) => ProductRules | AppError;

async function findRules(db: Queryable, entries: ScopedEntries, moved: readonly Moved[]): Promise<RulesOf> {
  const ids = moved.flatMap(({ out, into }) => [...out, ...into]);
  const named = ids.flatMap((id) => id ?? []);
  const found = named.length === 0 ? [] : await readNamedAccounts.locked(db, { ids: [...new Set(named)] });
  const accounts = new Map<string, NamedAccount>(found.map((account) => [account.id, account]));
  const scopes = [...new Map(entries.map(({ scope }) => [scopeName(scope), scope])).values()];
  const products = ids.includes(null)
    ? await readDefaultProducts(db, {
        project_ids: scopes.map(({ project_id }) => project_id),
        environments: scopes.map(({ environment }) => environment),
      })
    : [];
  const defaults = new Map(products.map((product) => [scopeName(product), product]));
  return (entry, id) => {
    if (id === null) return defaults.get(scopeName(entry)) ?? refusal('sacco_not_set_up');
    const account = accounts.get(id);
    if (account?.member_id !== entry.member_id) return notFound('savings account of the member');
    return account.status === 'closed' ? closed() : account;
  };
}

/** What ripe notices cover, by account; movements of the batch use it up in their order. */
async function ripeNotices(
  db: Queryable,
  entries: ScopedEntries,
  rulesOf: RulesOf,
): Promise<Map<string, bigint>> {
  const under_notice = entries.filter(({ row }) => {
    const rules = rulesOf(row, row.savings_account_id);
    return !(rules instanceof Error) && rules.notice_days > 0;
  });
  const ripe = new Map<string, bigint>();
  if (under_notice.length === 0) return ripe;
  const today = new Map(under_notice.map(({ row }) => [accountIdOf(row), row.local_date]));
  for (const notice of await lockNotices(db, { account_ids: [...today.keys()] }))
    if (notice.ripe_on <= (today.get(notice.account_id) as string))
      ripe.set(notice.account_id, (ripe.get(notice.account_id) ?? 0n) + notice.amount_minor);
  if (ripe.size === 0) return ripe;
  const member_ids = [...new Set(under_notice.map(({ row }) => row.member_id as string))];
  for (const { member_id, savings_account_id, used } of await sumNoticesUsed(db, { member_ids })) {
    const id = savingsIds.idOf(member_id, savings_account_id);
    ripe.set(id, (ripe.get(id) ?? 0n) - BigInt(used));
  }
  return ripe;
}

function accountIdOf({ member_id, savings_account_id }: EntryRow): string {
  return savingsIds.idOf(member_id as string, savings_account_id);
}

function applyRules(
  entry: EntryRow,
  { out }: Moved,
  { rulesOf, ripe }: { rulesOf: RulesOf; ripe: Map<string, bigint> },
): AppliedRules | AppError {
  const { fee_minor, notice_minor, keep_minor } = entry;
  let applied: AppliedRules = { fee_minor, notice_minor, keep_minor };
  for (const id of out) {
    const rules = rulesOf(entry, id);
    if (rules instanceof Error) return rules;
    const account_id = accountIdOf(entry);
    const ripe_minor = ripe.get(account_id) ?? 0n;
    const found = takingOut(entry, rules, ripe_minor);
    if (found instanceof Error) return found;
    ripe.set(account_id, ripe_minor - found.notice_minor);
    applied = found;
  }
  return applied;
}

/** Why the entry would leave too little in an account, or open one with too little; null where it would not. */
async function refusalByBalances(
  base: Pick<ScopedContext, 'ctx' | 'scope'>,
  entry: EntryRow,
  { into, rulesOf }: { into: Moved['into']; rulesOf: RulesOf },
): Promise<AppError | null> {
  if (entry.keep_minor > 0n) {
    const { available_minor } = await heldOn(base, entry, entry.savings_account_id);
    const short = belowMinimum(entry, available_minor);
    if (short) return short;
  }
  for (const id of into) {
    const product = rulesOf(entry, id);
    if (product instanceof Error) return product;
    const may_open = id !== null && product.min_opening_minor > 0n;
    const refused = payingIn(entry, product, may_open && (await heldOn(base, entry, id)).is_new);
    if (refused) return refused;
  }
  return null;
}

/** What an account of the member holds; reads at the same time share a statement. */
async function heldOn(
  base: Pick<ScopedContext, 'ctx' | 'scope'>,
  entry: EntryRow,
  savings_account_id: string | null,
) {
  const id = accountId(
    base.scope,
    saccoAccounts.accountKeyOf('member_savings', { ...entry, savings_account_id }),
  );
  const held = (await ledgerAccounts.balances(base, [id])).get(id) ?? ZERO_BALANCES;
  return { available_minor: availableOf('member_savings', held), is_new: held.credits_posted === 0n };
}
