/**
 * What approving a request would do, shown before anybody decides: the balances after it, and why it would fail. It is planned
 * as an approval plans it and tried by the ledger's own rules; nothing is booked, locked or stored.
 */
import { AppError, isUnavailable, REASONS, type Reason } from '../../../core/errors.ts';
import { scopeColumns } from '../../../db/model.ts';
import { accountSummaries } from '../../chart/index.ts';
import { getSettings, readMembers, savingsIds } from '../../cooperative/index.ts';
import {
  accountId,
  accounts as ledgerAccounts,
  availableOf,
  balanceOf,
  readTrialLedger,
  totalsByKind,
  ZERO_BALANCES,
  type AccountKey,
} from '../../ledger/index.ts';
import type { Caller } from '../../platform/unit.ts';
import { memberIdOf, type SaccoAccountKey } from '../accounts.rules.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { getEntry } from '../entries/entry.ts';
import { sentAmount } from '../legs.rules.ts';
import {
  decisionOf,
  type AccountEffect,
  type EffectWarning,
  type EntryTransfer,
  type Reader,
} from '../movement.ts';
import { endingTransfers, entryTransfers } from '../pipeline/entry-transfers.ts';
import type { ChangedValue } from '../../platform/second-person.port.ts';
import { subjectRequestOf, type DescribedApproval } from './approval.model.ts';
import { getApproval } from './approval.ts';
import { planEntry } from './plan-entry.ts';
import { movesMoney, subjectActionOf, type ChangesByKind } from './subject-action.ts';
import { mayDecide } from './who-decides.ts';

export interface ApprovalEffect {
  /** On the clock of the scope. */
  computed_at: Date;
  /** Whether approving it now would book it. */
  carries_out: boolean;
  accounts: AccountEffect[];
  /** What it changes besides money. */
  changes: ChangedValue[];
  /** One of them is blocking where it would not be booked. */
  warnings: EffectWarning[];
}

type Trial = Awaited<ReturnType<typeof readTrialLedger>>;

export interface ApprovalDetails {
  approval: DescribedApproval;
  /** Whether the caller may approve or reject it now. */
  may_decide: boolean;
  /** Null once it is decided. */
  effect: ApprovalEffect | null;
}

/** @throws AppError NOT_FOUND */
export async function readApproval(caller: Caller, id: string): Promise<ApprovalDetails> {
  const reader = { ...caller, db: caller.ctx.db };
  const approval = await getApproval(reader, id);
  const may_decide = await mayDecide(caller, approval);
  return { approval, may_decide, effect: await effectOf(reader, approval) };
}

async function effectOf(reader: Reader, approval: DescribedApproval): Promise<ApprovalEffect | null> {
  if (approval.status !== 'pending') return null;
  if (approval.subject_id) return subjectEffect(reader, approval);
  const { ctx, db, scope } = reader;
  const entry = await getEntry(db, scope, approval.entry_id as string);
  // Decided since the approval was read.
  if (entry.status !== 'awaiting_approval') return null;
  const definition = ctx.movements.of(entry);
  const decision = decisionOf(definition);
  const computed_at = scope.clock.now();
  const planned = await plan(reader, entry);
  const due = (await definition.due_before?.entries(reader, entry)) ?? [];
  const own = entryTransfers(ctx, planned.entry);
  const before = due.map((each) => entryTransfers(ctx, each));
  const moved = keysOf([...own, ...before.flat()]);
  const holds = own.flatMap(({ transfer }) => transfer.pending_id ?? []);
  const trial = await readTrialLedger(ctx.ledger, scope, { keys: moved, hold_ids: holds });

  const after = trial.fork();
  for (const transfers of before) post(after, transfers);
  const blocking = planned.refused ? refusedBy(planned.refused) : tryOut(after, own);
  const wanted = trial.fork('no_limits');
  for (const transfers of [...before, own]) post(wanted, transfers);
  // Of what a provider sends the effect is shown as it is once it has arrived.
  if (sentAmount(definition, planned.entry) > 0n)
    for (const each of [after, wanted]) post(each, endingTransfers(ctx, planned.entry, 'posted'));
  const accounts = await describeAccounts(reader, entry.member_id, moved, {
    before: trial,
    after: blocking ? trial : after,
    wanted,
  });
  if (blocking) return { computed_at, carries_out: false, accounts, changes: [], warnings: [blocking] };
  const following = await decision.sumUpFollowing?.(reader, planned.entry);
  return {
    computed_at,
    carries_out: true,
    accounts: [...accounts, ...(following?.accounts ?? [])],
    changes: [],
    warnings: following?.warnings ?? [],
  };
}

/** A request that is about no entry moves nothing, unless its action says so. */
async function subjectEffect(reader: Reader, approval: DescribedApproval): Promise<ApprovalEffect> {
  const action = subjectActionOf(reader, approval);
  const request = subjectRequestOf(approval);
  const refused = (await action.refusal?.(reader, request)) ?? null;
  const moved = refused === null && movesMoney(action) ? await action.moves(reader, request) : new Map();
  return {
    computed_at: reader.scope.clock.now(),
    carries_out: refused === null,
    accounts: await changesOfKinds(reader, moved),
    changes: (await action.changes?.(reader, request)) ?? [],
    warnings: refused ? [refusedBy(refused)] : [],
  };
}

/** All accounts of a kind together. */
async function changesOfKinds({ ctx, scope }: Reader, moved: ChangesByKind): Promise<AccountEffect[]> {
  if (moved.size === 0) return [];
  const { currency } = await getSettings(ctx.db, scope);
  const totals = await totalsByKind(ctx, scope, currency);
  return [...moved].flatMap(([kind, change]) => {
    const balances = totals.get(kind) ?? ZERO_BALANCES;
    const effect = {
      kind,
      member: null,
      balance_before_minor: balanceOf(kind, balances),
      balance_after_minor: balanceOf(kind, balances) + change,
      available_after_minor: availableOf(kind, balances) + change,
    };
    return change === 0n ? [] : [effect];
  });
}

/** The entry as it would be booked; as it is stored where it would not be. */
async function plan(reader: Reader, entry: EntryRow): Promise<{ entry: EntryRow; refused: AppError | null }> {
  try {
    const found = await planEntry(reader, entry, 'read');
    return found instanceof AppError
      ? { entry, refused: found }
      : { entry: { ...entry, ...found }, refused: null };
  } catch (error) {
    if (isUnavailable(error)) return { entry, refused: error };
    throw error;
  }
}

/** What is busy for a moment has no reason of its own; whoever approves then is asked to repeat it. */
function refusedBy({ reason = 'busy', message }: AppError): EffectWarning {
  return { code: reason, blocking: true, message, short_minor: null };
}

function keysOf(transfers: readonly EntryTransfer[]): SaccoAccountKey[] {
  const keys = transfers.flatMap(({ debit, credit }) => [debit, credit]);
  return [...new Map(keys.map((key) => [`${key.kind} ${key.owner}`, key])).values()];
}

function post(trial: Trial, transfers: readonly EntryTransfer[]): ReturnType<Trial['post']> {
  return trial.post(transfers.map(({ transfer }) => transfer));
}

/** Books it on trial. @returns why the ledger would refuse it; null when it would not */
function tryOut(trial: Trial, transfers: readonly EntryTransfer[]): EffectWarning | null {
  if (transfers.length === 0) return null;
  const until_refused = trial.fork();
  const outcome = post(trial, transfers);
  if (outcome.status !== 'refused') return null;
  const refused = transfers[outcome.index] as EntryTransfer;
  const code: Reason | null = refused.reasonFor(outcome.error);
  if (!code) throw new Error(`the ledger would refuse ${refused.transfer.reference}: ${outcome.error}`);
  const warning = { code, blocking: true, message: REASONS[code].message };
  if (outcome.error !== 'exceeds_credits' && outcome.error !== 'exceeds_debits')
    return { ...warning, short_minor: null };
  const { kind } = outcome.error === 'exceeds_credits' ? refused.debit : refused.credit;
  const id = refused.transfer[outcome.error === 'exceeds_credits' ? 'debit_account_id' : 'credit_account_id'];
  if (outcome.index > 0) post(until_refused, transfers.slice(0, outcome.index));
  const available = availableOf(kind, until_refused.balances(id));
  return { ...warning, short_minor: refused.transfer.amount - available };
}

function savingsAccountIn({ kind, owner, member_id }: SaccoAccountKey): string | undefined {
  if (kind !== 'member_savings') return undefined;
  return member_id === undefined ? savingsIds.defaultId(owner) : owner;
}

function tillIdOf({ kind, owner }: AccountKey): string[] {
  return kind === 'cash_on_hand' && owner !== '' ? [owner] : [];
}

/** The accounts that it changes, or would change; an account that money only passes through does not change. */
async function describeAccounts(
  { ctx, scope }: Reader,
  member_id: string | null,
  keys: readonly SaccoAccountKey[],
  { before, after, wanted }: Record<'before' | 'after' | 'wanted', Trial>,
): Promise<AccountEffect[]> {
  const owners = keys.flatMap((key) => memberIdOf(key, member_id) ?? []);
  const members = await readMembers(ctx.db, scope, owners);
  const inScope = (key: SaccoAccountKey) => ({ ...scopeColumns(scope), ...key });
  const named = await accountSummaries(
    ctx.db,
    keys.filter(({ kind }) => ledgerAccounts.isDefinedKind(kind)).map(inScope),
  );
  const tills = await ctx.cash.names(ctx.db, scope, keys.flatMap(tillIdOf));
  return keys.flatMap((key): AccountEffect[] => {
    const { kind } = key;
    const id = accountId(scope, key);
    const is_changed =
      balanceOf(kind, before.balances(id)) !== balanceOf(kind, wanted.balances(id)) ||
      availableOf(kind, before.balances(id)) !== availableOf(kind, wanted.balances(id));
    if (!is_changed) return [];
    return [
      {
        kind,
        member: members.get(memberIdOf(key, member_id) ?? '') ?? null,
        savings_account_id: savingsAccountIn(key),
        account: named(inScope(key)),
        till: tills.get(key.owner),
        balance_before_minor: balanceOf(kind, before.balances(id)),
        balance_after_minor: balanceOf(kind, after.balances(id)),
        available_after_minor: availableOf(kind, after.balances(id)),
      },
    ];
  });
}
