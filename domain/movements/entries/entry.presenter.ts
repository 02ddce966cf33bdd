/** Entries as clients and webhooks see them. */
import {
  actorSchema,
  currencySchema,
  moneyFields,
  movementMoneyFields,
  reasonSchema,
} from '../../../core/common-schemas.ts';
import { batchCallsPer } from '../../../core/batch.ts';
import { money } from '../../../core/money.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  namedChoice,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { accountSummaries, accountSummarySchema, type AccountSummaries } from '../../chart/index.ts';
import type { Context } from '../../platform/context.ts';
import { actorPresenter, type ActorPresenter } from '../../staff/index.ts';
import {
  memberSummaries,
  memberSummarySchema,
  type MemberSummaries,
  savingsIds,
} from '../../cooperative/index.ts';
import { balancesAfter } from './balances-after.ts';
import type { EntryRow } from './entry.model.ts';
import { ENTRY_STATUSES } from './entry.rules.ts';
import type { MovementDefinition } from '../movement.ts';
import { movesSavings } from '../savings/moved-savings.ts';
import { ENTRY_DIRECTIONS, ENTRY_KINDS, SOURCES } from '../movement.rules.ts';

export const entryKindSchema = namedChoice('EntryKind', 'What a movement of the SACCO is', ENTRY_KINDS);

export const entrySchema = resource('Entry', 'One movement of the SACCO, from its request to its outcome', {
  id: string,
  kind: entryKindSchema,
  member_id: string.nullable(),
  member: memberSummarySchema.nullable(),
  loan_id: string.nullable(),
  dividend_id: string.nullable(),
  savings_interest_id: string.nullable(),
  payment_id: string.nullable(),
  receipt_id: string.nullable().describe('Of money that came without a prompt'),
  savings_account_id: string.nullable().describe('Of a movement of savings: the account'),
  to_savings_account_id: string
    .nullable()
    .describe('Of a movement between two savings accounts of the member: the other one'),
  savings_product_id: string.nullable().describe('Of what opens a fixed account'),
  source: oneOf(SOURCES).nullable(),
  direction: oneOf(ENTRY_DIRECTIONS)
    .nullable()
    .describe(
      'Of counted cash; of a provision: whether more is provided for; of a banking: from where to where',
    ),
  account: accountSummarySchema
    .nullable()
    .describe('Of money that came from a bank account or went to one: which one'),
  reference: string.nullable().describe("The bank's, or of a journal's document"),
  provider: string.nullable().describe('Of money that is sent: by which provider'),
  phone: string.nullable().describe("The phone to which it is sent: the member's own at the request"),
  payout_id: string.nullable().describe('What sends it, once the money is held for it'),
  lines: arrayOf(object({ account: accountSummarySchema.nullable(), ...moneyFields('debit', 'credit') }))
    .nullable()
    .describe('Of a journal, and of its reversal: the lines of the journal'),
  ...movementMoneyFields('amount', 'fee'),
  ...moneyFields('interest', 'tax'),
  currency: currencySchema,
  status: namedChoice('EntryStatus', 'How far a movement has got', ENTRY_STATUSES),
  error: reasonSchema.nullable().describe('Why it failed'),
  reason: string.nullable().describe('The same as a sentence'),
  failure_code: string.nullable().describe('Of a payout that failed: the code of its provider'),
  memo: string.nullable(),
  category: string.nullable().describe('Of an expense, and of its reversal: what for'),
  till: string
    .nullable()
    .describe(
      'The till whose cash it moves; null: the vault, or no cash. A request that waits pays on the till of its approval',
    ),
  session: string.nullable().describe('The session of the teller at that till'),
  other_till: string.nullable().describe('Of a transfer between two tills: the other one'),
  requested_by: actorSchema,
  approval_id: string.nullable(),
  reverses_entry_id: string.nullable().describe('Of a reversal: the entry that it takes back'),
  reverses_kind: entryKindSchema.nullable().describe('Of a reversal: what that is'),
  reversed_by_entry_id: string.nullable().describe('The reversal that took it back; it stays posted'),
  reversed_at: dateTime.nullable(),
  reversible: boolean.describe('Whether it is posted, of a kind that can be reversed, and not reversed yet'),
  balances_after: object(moneyFields('savings', 'shares'))
    .nullable()
    .describe(
      'What the member held right after it; null unless it is posted and of a member. Of a single entry: in the answer to `GET`, and of the request that posted it; and in the list of a member',
    )
    .optional(),
  created_at: dateTime,
  posted_at: dateTime.nullable(),
  replayed: boolean,
});

/** Entries that are presented together at most. */
const MAX_PRESENTED = 500;

type EntryWire = Wire<typeof entrySchema>;

/** With what its member held after it. @param replayed whether it answers a request that came before */
export async function presentEntry(ctx: Context, row: EntryRow, replayed = false): Promise<EntryWire> {
  return { ...(await presentInFull(ctx, row)), replayed };
}

/** Those that are answered at the same time are presented with as few statements as one. */
const presentInFull = batchCallsPer<Context, EntryRow, EntryWire>(presentEntriesInFull, {
  max_weight: MAX_PRESENTED,
});

/** With what the member of each held after it. */
export async function presentEntriesInFull(ctx: Context, rows: readonly EntryRow[]): Promise<EntryWire[]> {
  const presented = await presentEntries(ctx, rows);
  const balances = await balancesAfter(ctx, rows);
  return presented.map((entry, i) => {
    const held = balances[i] ?? null;
    const balances_after = held && {
      ...money('savings', held.savings_minor),
      ...money('shares', held.shares_minor),
    };
    return { ...entry, balances_after };
  });
}

/** Without what their members held after them. */
export async function presentEntries(
  { movements, ...ctx }: Pick<Context, 'movements' | 'db'>,
  rows: readonly EntryRow[],
  db: Queryable = ctx.db,
): Promise<EntryWire[]> {
  const requesters = rows.map(({ project_id, requested_by_type: type, requested_by_id: id }) => ({
    project_id,
    type,
    id,
  }));
  const actors = await actorPresenter(db, requesters);
  const members = await memberSummaries(db, rows);
  const accounts = await accountSummaries(db, rows.flatMap(accountsOf));
  return rows.map((row) => presentRow(row, { actors, members, movements, accounts }));
}

/** The accounts of the chart that an entry names, in its scope. */
function accountsOf(row: EntryRow): Parameters<AccountSummaries>[0][] {
  const bank = row.bank_account_id === null ? [] : [{ kind: 'bank' as const, owner: row.bank_account_id }];
  return [...bank, ...(row.lines ?? [])].map(({ kind, owner }) => ({ ...scopeColumns(row), kind, owner }));
}

interface Described extends Pick<Context, 'movements'> {
  actors: ActorPresenter;
  members: MemberSummaries;
  accounts: AccountSummaries;
}

function presentRow(row: EntryRow, { actors, members, movements, accounts }: Described): EntryWire {
  return {
    id: row.id,
    kind: row.kind,
    member_id: row.member_id,
    member: members(row.member_id),
    loan_id: row.loan_id,
    dividend_id: row.dividend_id,
    savings_interest_id: row.savings_interest_id,
    payment_id: row.payment_id,
    receipt_id: row.receipt_id,
    ...savingsAccountsOf(row, movements.of(row)),
    savings_product_id: row.savings_product_id,
    source: row.source,
    direction: row.direction,
    account:
      row.bank_account_id === null
        ? null
        : accounts({ ...scopeColumns(row), kind: 'bank', owner: row.bank_account_id }),
    reference: row.reference,
    provider: row.provider,
    phone: row.phone,
    payout_id: row.payout_id,
    lines:
      row.lines?.map((line) => ({
        account: accounts({ ...scopeColumns(row), kind: line.kind, owner: line.owner }),
        ...money('debit', line.side === 'debit' ? BigInt(line.amount_minor) : 0n),
        ...money('credit', line.side === 'credit' ? BigInt(line.amount_minor) : 0n),
      })) ?? null,
    ...money('amount', row.amount_minor),
    ...money('fee', row.fee_minor),
    ...money('interest', row.interest_minor),
    ...money('tax', row.tax_minor),
    currency: row.currency,
    status: row.status,
    error: row.error,
    reason: row.reason,
    failure_code: row.failure_code,
    memo: row.memo,
    category: row.category,
    till: row.till_id,
    session: row.session_id,
    other_till: row.other_till_id,
    requested_by: actors.present(row.requested_by_type, row.requested_by_id),
    approval_id: row.approval_id,
    reverses_entry_id: row.reverses_entry_id,
    reverses_kind: row.reverses_kind,
    reversed_by_entry_id: row.reversed_by_entry_id,
    reversed_at: row.reversed_at,
    reversible:
      row.status === 'posted' && row.reversed_by_entry_id === null && movements.of(row).is_reversible,
    created_at: row.created_at,
    posted_at: row.posted_at,
    replayed: false,
  };
}

/** Every entry that moves savings names the account, also the default one. */
function savingsAccountsOf(
  { member_id, savings_account_id, to_savings_account_id }: EntryRow,
  { legs }: MovementDefinition,
) {
  const has_two = legs.some(({ savings }) => savings?.account === 'other');
  const moves = member_id !== null && movesSavings({ legs });
  return {
    savings_account_id: moves ? savingsIds.idOf(member_id, savings_account_id) : null,
    to_savings_account_id: moves && has_two ? savingsIds.idOf(member_id, to_savings_account_id) : null,
  };
}
