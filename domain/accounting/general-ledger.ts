/** The general ledger: two lines for each transfer that moved money, in the ledger's order. */
import { invalidField } from '../../core/errors.ts';
import { decodeId, parseId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { readMembers } from '../cooperative/index.ts';
import { MAX_TIMESTAMP, posted, type AccountKind, type Side, type TransferKind } from '../ledger/index.ts';
import type { Context } from '../platform/context.ts';
import { daysOf, type DateRange } from './days.ts';

export interface LedgerFilter extends DateRange {
  currency?: Currency | undefined;
  /** Of the transfer. */
  kind?: TransferKind | undefined;
  account_kind?: AccountKind | undefined;
  /** Id of a member, loan, customer or subaccount. */
  owner?: string | undefined;
  /** Of a bank account, or a general account of the chart. */
  account_id?: string | undefined;
}

export interface LedgerLine extends Pick<posted.PostedTransfer, 'transfer'> {
  /** Local date. */
  date: string;
  side: Side;
  account: posted.PostedTransfer['debit'];
  /** Of the member whose account it is; null for others. */
  owner_name: string | null;
}

type UnnamedLine = Omit<LedgerLine, 'owner_name'>;

/** Transfers of one chunk of the whole range. */
const CHUNK = 1_000;

/** The line after which a page begins. */
interface Place {
  /** Of its transfer. */
  timestamp: bigint;
  /** It is the first of the transfer's two lines. */
  is_cut: boolean;
}

const START: Place = { timestamp: 0n, is_cut: false };
const CURSOR = /^(\d{1,19})(-debit)?$/;

/** @throws AppError VALIDATION_ERROR */
function readCursor(text: string): Place {
  const [, digits, cut] = CURSOR.exec(text) ?? [];
  const timestamp = digits === undefined ? null : BigInt(digits);
  if (timestamp === null || timestamp > MAX_TIMESTAMP)
    throw invalidField('after', '"after" is not a place in this list.');
  return { timestamp, is_cut: cut !== undefined };
}

/**
 * Oldest first.
 * @throws AppError VALIDATION_ERROR for an invalid range of days or cursor
 */
export async function listLedgerLines(
  ctx: Context,
  scope: Scope,
  { limit, after, ...filter }: LedgerFilter & PageRequest,
): Promise<Page<LedgerLine>> {
  const { read, linesOf, withNames } = await openRange(ctx, scope, filter);
  const { timestamp, is_cut: was_cut } = after === undefined ? START : readCursor(after);
  // Where the page before ended with a transfer's first line, this one begins with its second.
  const transfers = await read(was_cut ? timestamp - 1n : timestamp, limit + 2);
  const lines = transfers
    .flatMap(linesOf)
    .filter((line) => !was_cut || line.transfer.timestamp !== timestamp || line.side === 'credit');
  const { items, next_after } = page(lines, limit, ({ transfer: last_shown }) => {
    const is_cut = lines[limit]?.transfer === last_shown;
    return `${last_shown.timestamp}${is_cut ? '-debit' : ''}`;
  });
  return { items: await withNames(items), next_after };
}

/**
 * The whole range, streamed. Transfers booked meanwhile come after all that were read, so the lines are consistent.
 * @throws AppError VALIDATION_ERROR for an invalid range of days
 */
export async function* everyLedgerLine(
  ctx: Context,
  scope: Scope,
  filter: LedgerFilter,
): AsyncGenerator<LedgerLine> {
  const { read, linesOf, withNames } = await openRange(ctx, scope, filter);
  for (let after: bigint | undefined; ;) {
    const transfers = await read(after, CHUNK);
    yield* await withNames(transfers.flatMap(linesOf));
    if (transfers.length < CHUNK) return;
    after = transfers.at(-1)?.transfer.timestamp;
  }
}

interface OpenRange {
  read: posted.ReadPosted;
  linesOf: (transfer: posted.PostedTransfer) => UnnamedLine[];
  withNames: (lines: readonly UnnamedLine[]) => Promise<LedgerLine[]>;
}

async function openRange(
  ctx: Context,
  scope: Scope,
  { from, to, currency, kind, account_kind, owner, account_id }: LedgerFilter,
): Promise<OpenRange> {
  const account_uuid = account_id === undefined ? undefined : decodeId(account_id);
  const days = await daysOf(ctx.db, scope, { from, to });
  const read = await posted.transferReader(ctx, scope, {
    from: days.begins,
    before: days.ends,
    currency,
    transfer_kind: kind,
    account_kind,
    owner,
    account_id: account_uuid,
  });
  const linesOf = ({ transfer, debit, credit }: posted.PostedTransfer): UnnamedLine[] => {
    const date = localDateAt(transfer.created_at, days.utc_offset_minutes);
    return [
      { transfer, date, side: 'debit' as const, account: debit },
      { transfer, date, side: 'credit' as const, account: credit },
    ].filter(
      ({ account }) =>
        (account_kind === undefined || account.kind === account_kind) &&
        (owner === undefined || account.owner === owner) &&
        (account_uuid === undefined || account.id === account_uuid),
    );
  };
  const withNames = async (lines: readonly UnnamedLine[]): Promise<LedgerLine[]> => {
    const owners = lines.flatMap(({ account }) =>
      parseId('member', account.owner) === null ? [] : account.owner,
    );
    const members = await readMembers(ctx.db, scope, [...new Set(owners)]);
    return lines.map((line) => ({ ...line, owner_name: members.get(line.account.owner)?.full_name ?? null }));
  };
  return { read, linesOf, withNames };
}
