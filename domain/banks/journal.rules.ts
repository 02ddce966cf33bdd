/** Journals: which accounts they may move, whether they balance, and the transfers that book them. Pure. */
import type { ErrorDetail } from '../../core/errors.ts';
import { groupBy } from '../../core/group-by.ts';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import { accounts, type AccountKind, type Side } from '../ledger/index.ts';
import type { entries, saccoAccounts } from '../movements/index.ts';

type JournalLine = entries.JournalLine;

/** Members', loans', wallets', merchants', tills' and providers' money moves by its own movements alone. */
const SYSTEM_KINDS = ['operating_expenses', 'opening_balances', 'tax_payable', 'deposit_interest'] as const;
const JOURNAL_KINDS: readonly saccoAccounts.SaccoAccountKind[] = [...accounts.DEFINED_KINDS, ...SYSTEM_KINDS];

export function isJournalKind(kind: AccountKind): kind is saccoAccounts.SaccoAccountKind {
  return JOURNAL_KINDS.some((each) => each === kind);
}

/** A line as it was requested. */
export interface LineRequest {
  /** Code or id. */
  account: string;
  side: Side;
  amount_minor: bigint;
}

const total = (lines: readonly { side: Side; amount_minor: bigint }[], side: Side): bigint =>
  lines.reduce((sum, line) => (line.side === side ? sum + line.amount_minor : sum), 0n);

/** What the journal moves: the sum of its debits. */
export function journalAmount(lines: readonly LineRequest[]): bigint {
  return total(lines, 'debit');
}

/** Why the lines are no journal, whatever their accounts are; none when they are one. */
export function journalProblems(lines: readonly LineRequest[]): ErrorDetail[] {
  const [debits, credits] = [total(lines, 'debit'), total(lines, 'credit')];
  if (debits !== credits)
    return [{ path: 'lines', message: 'The debits and credits of a journal must be equal' }];
  return debits > MAX_AMOUNT_MINOR
    ? [{ path: 'lines', message: 'The lines together are more than 90071992547409.91' }]
    : [];
}

export interface JournalPart {
  debit: JournalLine;
  credit: JournalLine;
  amount_minor: bigint;
}

interface OpenLine {
  line: JournalLine;
  left_minor: bigint;
}

/**
 * Debits and credits in pairs, in the order of the lines: each but the last uses up one line or both. Of an account that is both
 * debited and credited the difference is booked.
 * @throws Error where they are not equal
 */
export function partsOf(lines: readonly JournalLine[]): JournalPart[] {
  const open = lines.map((line): OpenLine => ({ line, left_minor: BigInt(line.amount_minor) }));
  for (const of_account of groupBy(open, ({ line }) => `${line.kind} ${line.owner}`).values())
    pair(of_account);
  const parts = pair(open);
  if (open.some(({ left_minor }) => left_minor > 0n))
    throw new Error('the debits and credits of a journal are not equal');
  return parts;
}

/** Uses up debits and credits, as far as there are both. */
function pair(open: readonly OpenLine[]): JournalPart[] {
  const of = (side: Side) => open.filter(({ line, left_minor }) => line.side === side && left_minor > 0n);
  const [debits, credits] = [of('debit'), of('credit')];
  const parts: JournalPart[] = [];
  for (let d = 0, c = 0; d < debits.length && c < credits.length;) {
    const [debit, credit] = [debits[d], credits[c]] as [OpenLine, OpenLine];
    const amount_minor = debit.left_minor < credit.left_minor ? debit.left_minor : credit.left_minor;
    parts.push({ debit: debit.line, credit: credit.line, amount_minor });
    debit.left_minor -= amount_minor;
    credit.left_minor -= amount_minor;
    if (debit.left_minor === 0n) d++;
    if (credit.left_minor === 0n) c++;
  }
  return parts;
}
