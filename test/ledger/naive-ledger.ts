/**
 * docs/concepts/ledger.md implemented as simply as possible, to compare the real ledger with: a list of lines, from which every
 * balance is summed up anew whenever it is needed. It shares no code with the ledger's rules.
 */
import type {
  AccountBalances,
  LimitRule,
  Transfer,
  TransferError,
} from '../../domain/ledger/backend.port.ts';

interface NaiveAccount {
  ledger: number;
  limit: LimitRule;
}

/** A booked transfer. */
interface Line {
  transfer: Transfer;
  at_ms: number;
}

/** What callers see of an account: its balances, and its transfers with the balances after each. */
export interface View {
  balances: AccountBalances;
  history: { id: string; after: AccountBalances }[];
}

export class NaiveLedger {
  accounts: [id: string, account: NaiveAccount][] = [];
  lines: Line[] = [];
  failed_ids: string[] = [];

  copy(): NaiveLedger {
    const copy = new NaiveLedger();
    copy.accounts = [...this.accounts];
    copy.lines = [...this.lines];
    copy.failed_ids = [...this.failed_ids];
    return copy;
  }

  open(id: string, account: NaiveAccount): void {
    if (!this.account(id)) this.accounts.push([id, account]);
  }

  /** @returns `created`, `replayed`, or the error and its place, as in `exceeds_credits @1` */
  post(chain: Transfer[], now_ms: number): string {
    const before = [...this.lines];
    for (const [place, transfer] of chain.entries()) {
      const error = this.errorOf(transfer, now_ms);
      if (!error) {
        this.lines.push({ transfer, at_ms: now_ms });
        continue;
      }
      this.lines = before;
      if (error === 'exists' && chain.every((each) => this.differenceOf(each) === 'exists'))
        return 'replayed';
      if (FAILS_ID.has(error)) this.failed_ids.push(transfer.id);
      return `${error} @${place}`;
    }
    return 'created';
  }

  view(account_id: string, now_ms: number): View {
    const history: View['history'] = [];
    const seen = new NaiveLedger();
    for (const line of this.lines) {
      seen.lines.push(line);
      const { id, debit_account_id, credit_account_id } = line.transfer;
      if (debit_account_id === account_id || credit_account_id === account_id)
        history.unshift({ id, after: seen.balances(account_id, line.at_ms) });
    }
    return { balances: this.balances(account_id, now_ms), history };
  }

  /** The balances at an earlier time. */
  balancesAt(account_id: string, at_ms: number): AccountBalances {
    const then = new NaiveLedger();
    then.lines = this.lines.filter((line) => line.at_ms <= at_ms);
    return then.balances(account_id, at_ms);
  }

  /** A hold counts until it is resolved or expires. */
  balances(account_id: string, now_ms: number): AccountBalances {
    const sums = { debits_pending: 0n, debits_posted: 0n, credits_pending: 0n, credits_posted: 0n };
    for (const { id, phase, amount, debit_account_id, credit_account_id } of this.transfers()) {
      if (phase === 'void' || (phase === 'pending' && (this.resolutionOf(id) || this.isExpired(id, now_ms))))
        continue;
      if (debit_account_id === account_id)
        sums[phase === 'pending' ? 'debits_pending' : 'debits_posted'] += amount;
      if (credit_account_id === account_id)
        sums[phase === 'pending' ? 'credits_pending' : 'credits_posted'] += amount;
    }
    return sums;
  }

  transfers(): Transfer[] {
    return this.lines.map((line) => line.transfer);
  }

  private account(id: string | null): NaiveAccount | undefined {
    return this.accounts.find(([each]) => each === id)?.[1];
  }

  private find(id: string | null): Transfer | undefined {
    return this.transfers().find((each) => each.id === id);
  }

  /** The transfer that resolved the hold. */
  private resolutionOf(hold_id: string): Transfer | undefined {
    return this.transfers().find(({ pending_id }) => pending_id === hold_id);
  }

  private isExpired(hold_id: string | null, now_ms: number): boolean {
    const line = this.lines.find(({ transfer }) => transfer.id === hold_id);
    if (!line || line.transfer.timeout_s === 0) return false;
    return now_ms >= line.at_ms + line.transfer.timeout_s * 1_000;
  }

  /** How it differs from the transfer that exists under its id; undefined when none does. */
  private differenceOf(t: Transfer): TransferError | undefined {
    const e = this.find(t.id);
    if (!e) return undefined;
    return firstOf([
      ['exists_with_different_flags', t.phase !== e.phase],
      ['exists_with_different_pending_id', t.pending_id !== e.pending_id],
      ['exists_with_different_timeout', t.timeout_s !== e.timeout_s],
      ['exists_with_different_debit_account_id', t.debit_account_id !== e.debit_account_id],
      ['exists_with_different_credit_account_id', t.credit_account_id !== e.credit_account_id],
      ['exists_with_different_amount', t.amount !== e.amount],
      ['exists_with_different_user_data_128', t.reference !== e.reference || t.memo !== e.memo],
      ['exists_with_different_code', t.code !== e.code],
      ['exists', true],
    ]);
  }

  private errorOf(t: Transfer, now_ms: number): TransferError | undefined {
    const resolves = t.phase === 'post' || t.phase === 'void';
    const difference = this.differenceOf(t);
    if (difference) return difference;
    if (this.failed_ids.includes(t.id)) return 'id_already_failed';
    return resolves ? this.errorOfResolution(t, now_ms) : this.errorOfMovement(t, now_ms);
  }

  private errorOfMovement(t: Transfer, now_ms: number): TransferError | undefined {
    const debit = this.account(t.debit_account_id);
    const credit = this.account(t.credit_account_id);
    return firstOf([
      ['accounts_must_be_different', t.debit_account_id === t.credit_account_id],
      ['pending_id_must_be_zero', t.pending_id !== null],
      ['timeout_reserved_for_pending_transfer', t.phase !== 'pending' && t.timeout_s > 0],
      ['debit_account_not_found', !debit],
      ['credit_account_not_found', !credit],
      ['accounts_must_have_the_same_ledger', debit?.ledger !== credit?.ledger],
      [
        'exceeds_credits',
        debit?.limit === 'debits' && this.available(t.debit_account_id, 'debits', now_ms) < t.amount,
      ],
      [
        'exceeds_debits',
        credit?.limit === 'credits' && this.available(t.credit_account_id, 'credits', now_ms) < t.amount,
      ],
    ]);
  }

  private errorOfResolution(t: Transfer, now_ms: number): TransferError | undefined {
    const hold = this.find(t.pending_id);
    const end = hold && this.resolutionOf(hold.id);
    return firstOf([
      ['pending_id_must_not_be_zero', t.pending_id === null],
      ['pending_id_must_be_different', t.pending_id === t.id],
      ['timeout_reserved_for_pending_transfer', t.timeout_s > 0],
      ['pending_transfer_not_found', !hold],
      ['pending_transfer_not_pending', hold?.phase !== 'pending'],
      ['pending_transfer_has_different_debit_account_id', hold?.debit_account_id !== t.debit_account_id],
      ['pending_transfer_has_different_credit_account_id', hold?.credit_account_id !== t.credit_account_id],
      ['pending_transfer_has_different_code', hold?.code !== t.code],
      ['exceeds_pending_transfer_amount', t.amount > (hold?.amount ?? 0n)],
      ['pending_transfer_has_different_amount', t.phase === 'void' && t.amount !== hold?.amount],
      ['pending_transfer_already_posted', end?.phase === 'post'],
      ['pending_transfer_already_voided', end?.phase === 'void'],
      ['pending_transfer_expired', this.isExpired(t.pending_id, now_ms)],
    ]);
  }

  /** How much more may be moved on that side. */
  private available(account_id: string, side: 'debits' | 'credits', now_ms: number): bigint {
    const sums = this.balances(account_id, now_ms);
    const other = side === 'debits' ? sums.credits_posted : sums.debits_posted;
    return other - sums[`${side}_posted`] - sums[`${side}_pending`];
  }
}

const FAILS_ID = new Set<TransferError | undefined>([
  'debit_account_not_found',
  'credit_account_not_found',
  'pending_transfer_not_found',
  'exceeds_credits',
  'exceeds_debits',
]);

function firstOf(errors: [error: TransferError, is_so: boolean][]): TransferError | undefined {
  return errors.find(([, is_so]) => is_so)?.[0];
}
