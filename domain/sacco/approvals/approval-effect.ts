/**
 * What approving a request would do, shown before anybody decides: the balances after it, and why it would fail. It is planned
 * as an approval plans it and tried by the ledger's own rules; nothing is booked, locked or stored.
 */
import { AppError, isUnavailable, REASONS, type Reason } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import { accountId, availableOf, balanceOf, readTrialLedger, type AccountKey } from '../../ledger/index.ts';
import type { Context } from '../../platform/context.ts';
import { SACCO_ACCOUNTS, type SaccoAccountKind } from '../accounts.rules.ts';
import { entryTransfers, type EntryTransfer } from '../entries/book-entry.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { getEntry } from '../entries/entry.ts';
import type { AccountEffect, ApprovalAction, EffectWarning } from '../extension.port.ts';
import { readMembers } from '../members/member.ts';
import { actionOf, subjectActionOf } from './approval-actions.ts';
import type { DescribedApproval } from './approval.model.ts';

export interface ApprovalEffect {
  /** On the clock of the scope. */
  computed_at: Date;
  /** Whether approving it now would book it. */
  carries_out: boolean;
  accounts: AccountEffect[];
  /** One of them is blocking where it would not be booked. */
  warnings: EffectWarning[];
}

type Trial = Awaited<ReturnType<typeof readTrialLedger>>;

/** @returns null once it is decided */
export async function approvalEffect(
  ctx: Context,
  scope: Scope,
  approval: DescribedApproval,
): Promise<ApprovalEffect | null> {
  if (approval.status !== 'pending') return null;
  if (approval.subject_id) return subjectEffect(ctx, scope, approval, approval.subject_id);
  const entry = await getEntry(ctx.db, scope, approval.entry_id as string);
  // Decided since the approval was read.
  if (entry.status !== 'awaiting_approval') return null;
  const { ledger } = ctx;
  const action = actionOf(ctx, approval);
  const computed_at = scope.clock.now();
  const planned = await plan(ctx, scope, action, entry);
  const charges = entry.loan_id ? await ctx.sacco.chargesToBook(ctx.db, scope, entry.loan_id) : [];
  const own = entryTransfers(planned.entry);
  const before = charges.map((charge) => entryTransfers(charge));
  const moved = keysOf([...own, ...before.flat()]);
  const holds = own.flatMap(({ transfer }) => transfer.pending_id ?? []);
  const trial = await readTrialLedger(ledger, scope, { keys: moved, hold_ids: holds });

  const after = trial.fork();
  for (const transfers of before) post(after, transfers);
  const blocking = planned.refused ? refusedBy(planned.refused) : tryOut(after, own);
  const wanted = trial.fork('no_limits');
  for (const transfers of [...before, own]) post(wanted, transfers);
  const accounts = await describeAccounts(ctx, scope, approval, moved, {
    before: trial,
    after: blocking ? trial : after,
    wanted,
  });
  if (blocking) return { computed_at, carries_out: false, accounts, warnings: [blocking] };
  const following = await action.sumUpFollowing?.(ctx.db, scope, planned.entry, ledger);
  return {
    computed_at,
    carries_out: true,
    accounts: [...accounts, ...(following?.accounts ?? [])],
    warnings: following?.warnings ?? [],
  };
}

/** What is about no entry moves nothing. */
async function subjectEffect(
  ctx: Context,
  scope: Scope,
  approval: DescribedApproval,
  subject_id: string,
): Promise<ApprovalEffect> {
  const refused = await subjectActionOf(ctx, approval).refusal(ctx.db, scope, subject_id);
  return {
    computed_at: scope.clock.now(),
    carries_out: refused === null,
    accounts: [],
    warnings: refused ? [refusedBy(refused)] : [],
  };
}

/** The entry as it would be booked; as it is stored where it would not be. */
async function plan(
  ctx: Context,
  scope: Scope,
  action: ApprovalAction,
  entry: EntryRow,
): Promise<{ entry: EntryRow; refused: AppError | null }> {
  try {
    const found = await action.plan(ctx.db, scope, entry, ctx.ledger);
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

function keysOf(transfers: readonly EntryTransfer[]): AccountKey[] {
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

/** Accounts that it changes, or would; money that only passes through an account changes nothing of it. */
async function describeAccounts(
  ctx: Context,
  scope: Scope,
  approval: DescribedApproval,
  keys: readonly AccountKey[],
  trials: Record<'before' | 'after' | 'wanted', Trial>,
): Promise<AccountEffect[]> {
  const { before, after, wanted } = trials;
  const ownerOf = ({ kind }: AccountKey): string => SACCO_ACCOUNTS[kind as SaccoAccountKind].owner;
  const member_ids = keys.filter((key) => ownerOf(key) === 'member').map(({ owner }) => owner);
  const members = await readMembers(ctx.db, scope, member_ids);
  const memberNoOf = (key: AccountKey): string | null =>
    ownerOf(key) === 'loan' ? approval.member_no : (members.get(key.owner)?.member_no ?? null);
  return keys.flatMap((key) => {
    const { kind } = key;
    const id = accountId(scope, key);
    const is_changed =
      balanceOf(kind, before.balances(id)) !== balanceOf(kind, wanted.balances(id)) ||
      availableOf(kind, before.balances(id)) !== availableOf(kind, wanted.balances(id));
    if (!is_changed) return [];
    return [
      {
        kind,
        member_no: memberNoOf(key),
        balance_before_minor: balanceOf(kind, before.balances(id)),
        balance_after_minor: balanceOf(kind, after.balances(id)),
        available_after_minor: availableOf(kind, after.balances(id)),
      },
    ];
  });
}
