/** Opens savings accounts besides the default one: empty ones, and fixed ones with their deposit. */
import { invalidField, isReason, notFound, refusal } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { getMember, lockMember, lockSettings, memberRefusal, savingsIds } from '../../cooperative/index.ts';
import { openAccounts } from '../../ledger/index.ts';
import { requestEntry, type bankMoney } from '../../movements/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { claimKey, refuseReservedKey } from '../../platform/idempotency.ts';
import { inTransaction, type Caller, type CallerUnit, type ScopedContext } from '../../platform/unit.ts';
import type { SavingsProductRow } from '../products/product.model.ts';
import { getSavingsProduct } from '../products/products.ts';
import { belowOpening } from '../rules/product-rules.rules.ts';
import { SavingsAccount } from './account.model.ts';
import { openingRefusals } from './opening-refusals.ts';
import { readSavingsByIds, type SavingsView } from './read-savings.ts';

export interface OpenAccountRequest extends bankMoney.BankMoney {
  product_id: string;
  /** Of a fixed account. */
  amount_minor?: bigint;
  from?: 'cash' | 'savings' | 'bank';
  till?: string;
  memo?: string;
  /** Required where money moves. */
  idempotency_key?: string;
}

export interface OpenedAccount {
  account: SavingsView;
  entry_id: string | null;
  replayed: boolean;
}

/**
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, `product_retired`, `savings_account_exists`, `too_many_accounts`, `member_not_active`,
 *   `below_minimum`; of a fixed account also as `requestEntry`, and the reason for which its deposit failed
 */
export async function openSavingsAccount(
  caller: Caller,
  member_id: string,
  body: OpenAccountRequest,
): Promise<OpenedAccount> {
  await getMember(caller.ctx.db, caller.scope, member_id);
  const product = await getSavingsProduct(caller.ctx.db, caller.scope, body.product_id);
  return product.kind === 'fixed'
    ? openFixed(caller, member_id, { product, body })
    : openEmpty(caller, member_id, { product, body });
}

interface Opening {
  product: SavingsProductRow;
  body: OpenAccountRequest;
}

async function openEmpty(
  caller: Caller,
  member_id: string,
  { product, body }: Opening,
): Promise<OpenedAccount> {
  for (const name of ['amount_minor', 'from', 'account', 'reference', 'till', 'memo'] as const)
    if (body[name] !== undefined)
      throw invalidField(
        name === 'amount_minor' ? 'amount' : name,
        `"${name === 'amount_minor' ? 'amount' : name}" is only for a product of the kind fixed: pay in afterwards`,
      );
  const { idempotency_key: key, ...content } = body;
  if (key !== undefined) refuseReservedKey(key);
  const id = newId('savings_account');
  const { opened, replayed } = await inTransaction(caller, async (unit) => {
    const request = ['POST sacco savings-accounts', member_id, content];
    const earlier = key === undefined ? null : await claimKey(unit, { key, request }, id);
    if (earlier) return { opened: earlier.subject_id, replayed: true };
    await store(unit, { id, member_id, product });
    return { opened: id, replayed: false };
  });
  return { account: await readSavingsAccount(caller, member_id, opened), entry_id: null, replayed };
}

async function store(
  unit: CallerUnit,
  { id, member_id, product }: { id: string; member_id: string; product: SavingsProductRow },
): Promise<void> {
  const { ctx, trx, scope } = unit;
  const settings = await lockSettings(unit);
  const member = await lockMember(unit, member_id, 'update');
  const refused = memberRefusal('pay_in', member);
  if (refused) throw refused;
  const [may_not] = await openingRefusals(trx, [{ member_id, product_id: product.id }]);
  if (may_not) throw may_not;
  const of_product = { member_id, product_id: product.id, status: 'active' as const };
  if (product.kind === 'restricted' && (await SavingsAccount.query(trx).where(of_product).first()))
    throw refusal('savings_account_exists', `${member.full_name} has an account of ${product.name} already.`);
  // Before the row, so that whoever finds the row finds the account too.
  const { currency } = product;
  await openAccounts(trx, ctx.ledger, [{ scope, key: { kind: 'member_savings', currency, owner: id } }]);
  const opened_at = scope.clock.now();
  await SavingsAccount.query(trx).insert({
    id,
    ...scopeColumns(scope),
    member_id,
    product_id: product.id,
    kind: product.kind,
    currency,
    opened_on: localDateAt(opened_at, settings?.utc_offset_minutes ?? 0),
    opened_at,
  });
  await audit(unit, 'sacco.savings_account_opened', id, { member_id, product_id: product.id });
}

async function openFixed(
  caller: Caller,
  member_id: string,
  { product, body }: Opening,
): Promise<OpenedAccount> {
  const { amount_minor, from: source, idempotency_key, memo = null } = body;
  if (amount_minor === undefined) throw invalidField('amount', '"amount" is required for a fixed account');
  if (source === undefined) throw invalidField('from', '"from" is required for a fixed account');
  if (idempotency_key === undefined)
    throw invalidField('idempotency_key', '"idempotency_key" is required for a fixed account');
  const { entry, replayed } = await requestEntry(caller, {
    operation: ['POST sacco savings-accounts', member_id],
    body: { ...body, idempotency_key },
    entry: () => {
      const below = belowOpening(amount_minor, product.min_opening_minor, product.currency);
      if (below) throw below;
      return {
        kind: 'term_deposit',
        source,
        member_id,
        to_savings_account_id: newId('savings_account'),
        savings_product_id: product.id,
        amount_minor,
        memo,
      };
    },
  });
  if (entry.status === 'failed')
    throw isReason(entry.error)
      ? refusal(entry.error, entry.reason ?? undefined)
      : new Error(`${entry.id} failed`);
  const account = await readSavingsAccount(caller, member_id, entry.to_savings_account_id as string);
  return { account, entry_id: entry.id, replayed };
}

/** Also the default account, by its id. @throws AppError NOT_FOUND */
export async function readSavingsAccount(
  base: ScopedContext & { db?: Queryable },
  member_id: string,
  id: string,
): Promise<SavingsView> {
  const { ctx, scope, db = ctx.db } = base;
  await getMember(db, scope, member_id);
  const stored = savingsIds.storedId(member_id, id);
  const wanted = stored === null ? { ids: [], with_default: true } : { ids: [stored], with_default: false };
  const [found] = await readSavingsByIds(base, member_id, wanted);
  if (!found) throw notFound(SavingsAccount.label);
  return found;
}

/** Also those that are closed, newest first; before all others, on the first page, the default one. @throws AppError NOT_FOUND */
export async function listSavingsAccounts(
  base: ScopedContext,
  member_id: string,
  request: PageRequest,
): Promise<Page<SavingsView>> {
  const { ctx, scope } = base;
  await getMember(ctx.db, scope, member_id);
  const { items, next_after } = await SavingsAccount.query(ctx.db)
    .inScope(scope)
    .where({ member_id })
    .paginate(request);
  const ids = items.map(({ id }) => id);
  const views = await readSavingsByIds(base, member_id, { ids, with_default: request.after === undefined });
  const place = new Map(ids.map((id, i) => [id, i]));
  const placeOf = ({ id }: SavingsView): number => place.get(id) ?? -1;
  return { items: views.toSorted((a, b) => placeOf(a) - placeOf(b)), next_after };
}
