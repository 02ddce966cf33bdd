/** Applies the rules of savings products to new entries: the one place where a movement meets them. */
import { notFound, refusal, type AppError } from '../../../core/errors.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeName } from '../../../core/scope.ts';
import { savingsMoves, type EntryRow } from '../../movements/index.ts';
import { openingRefusals } from '../accounts/opening-refusals.ts';
import { usedBy } from '../notices/open-notices.rules.ts';
import {
  belowMinimum,
  freeToKeep,
  keepsMinimum,
  payingIn,
  takingOut,
  type AppliedRules,
  type ProductRules,
} from './product-rules.rules.ts';
import { readHeld, readMoney, type Money } from './money-of-accounts.ts';
import { readDefaultProducts, readNamedAccounts, type NamedAccount } from './rules.sql.ts';

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
    const refused = await refusedOpenings(db, entries);
    const money = await readMoney(
      { ctx, db },
      entries.map(({ scope, row }, i) => {
        const { out, into } = moved[i] as Moved;
        const own =
          [...out, ...into].includes(row.savings_account_id) && rulesOf(row, row.savings_account_id);
        const others = into.flatMap((id) => {
          const rules = rulesOf(row, id);
          return id !== null && !(rules instanceof Error) && rules.min_opening_minor > 0n ? [id] : [];
        });
        const rules = own && !(own instanceof Error) ? own : null;
        return { scope, row, rules, others };
      }),
    );
    // In their order: a movement finds what those before it have left of the notices.
    return entries.map(
      ({ row }, i) => refused.get(row) ?? applyRules(row, moved[i] as Moved, { rulesOf, money }),
    );
  },

  async plan({ ctx, db, scope }, entry, how) {
    const definition = ctx.movements.of(entry);
    const out = savingsMoves.movedOn('debit', definition, entry);
    const moved = [...out, ...savingsMoves.movedOn('credit', definition, entry)];
    const ids = entry.kind === 'term_deposit' ? [] : moved.flatMap((id) => id ?? []);
    const found = ids.length === 0 ? [] : await readNamedAccounts[how](db, { ids });
    if (found.some(({ status }) => status === 'closed')) return closed();
    if (!keepsMinimum(entry.kind) || !out.includes(entry.savings_account_id)) return {};
    const rulesOf = await findRules(db, [{ scope, row: entry }], [{ out, into: [] }], how);
    const rules = rulesOf(entry, entry.savings_account_id);
    if (rules instanceof Error) return rules;
    if (rules.min_balance_minor === 0n) return {};
    const held = await readHeld({ ctx, db }, { scope, row: entry });
    return (
      belowMinimum(entry, rules.min_balance_minor, held) ?? {
        keep_minor: freeToKeep(rules.min_balance_minor, held),
      }
    );
  },
};

const closed = (): AppError => refusal('account_inactive', 'The savings account is closed.');

type RulesOf = (entry: EntryRow, id: string | null) => ProductRules | AppError;

async function findRules(
  db: Queryable,
  entries: ScopedEntries,
  moved: readonly Moved[],
  how: 'locked' | 'read' = 'locked',
): Promise<RulesOf> {
  const ids = moved.flatMap(({ out, into }) => [...out, ...into]);
  const named = ids.flatMap((id) => id ?? []);
  const found = named.length === 0 ? [] : await readNamedAccounts[how](db, { ids: [...new Set(named)] });
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

/** Why entries may not open the accounts that they are to open. */
async function refusedOpenings(db: Queryable, entries: ScopedEntries): Promise<Map<EntryRow, AppError>> {
  const rows = entries.flatMap(({ row }) => (row.kind === 'term_deposit' ? [row] : []));
  const refused = await openingRefusals(
    db,
    rows.map(({ member_id, savings_product_id }) => ({
      member_id: member_id as string,
      product_id: savings_product_id as string,
    })),
  );
  return new Map(rows.flatMap((row, i) => (refused[i] ? [[row, refused[i]] as const] : [])));
}

interface Known {
  rulesOf: RulesOf;
  money: Money;
}

/** The entry as its products have it, or why it is refused; only one that is not uses up notices. */
function applyRules(entry: EntryRow, { out, into }: Moved, { rulesOf, money }: Known): EntryRow | AppError {
  const { fee_minor, keep_minor } = entry;
  let applied: AppliedRules = { fee_minor, covered_minor: 0n, keep_minor };
  for (const id of out) {
    const rules = rulesOf(entry, id);
    if (rules instanceof Error) return rules;
    const found = takingOut(entry, rules, money.notices(entry)?.ripe_minor ?? 0n);
    if (found instanceof Error) return found;
    applied = found;
  }
  const held = money.held(entry);
  const with_fee: EntryRow = { ...entry, fee_minor: applied.fee_minor, keep_minor: applied.keep_minor };
  if (applied.keep_minor > 0n && held) {
    const short = belowMinimum(with_fee, applied.keep_minor, held);
    if (short) return short;
    with_fee.keep_minor = freeToKeep(applied.keep_minor, held);
  }
  for (const id of into) {
    const product = rulesOf(entry, id);
    if (product instanceof Error) return product;
    const refused = payingIn(entry, product, id !== null && money.isNew(entry, id));
    if (refused) return refused;
  }
  const notices = money.notices(entry);
  if (!notices || !held) return with_fee;
  const taken_minor = out.includes(entry.savings_account_id) ? entry.amount_minor + applied.fee_minor : 0n;
  with_fee.notice_minor = usedBy(notices, {
    covered_minor: applied.covered_minor,
    left_minor: held.balance_minor - taken_minor,
  });
  money.use(with_fee, taken_minor);
  return with_fee;
}
