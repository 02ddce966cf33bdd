/** Journals: money between accounts of the chart, in one chain of transfers, all or none; a checker decides. */
import { invalid, refusal, type AppError, type Reason } from '../../core/errors.ts';
import { formatMoney, type Currency } from '../../core/money.ts';
import type { NamedAccount } from '../chart/index.ts';
import {
  always,
  defineMovement,
  entries,
  saccoAccounts,
  requestEntry,
  type EntryRow,
  type EntryTransfer,
  type RequestedEntry,
} from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';
import { isJournalKind, journalAmount, journalProblems, partsOf, type LineRequest } from './journal.rules.ts';

type JournalLine = entries.JournalLine;

export const JOURNAL = defineMovement({
  title: 'Journal',
  kind: 'journal',
  // Its lines say which accounts it moves.
  legs: [],
  opens: (entry) =>
    saccoAccounts
      .openedWhenMoved((entry.lines ?? []).map(({ kind }) => kind))
      .map((kind) => saccoAccounts.accountKeyOf(kind, entry)),
  transfers: (entry) => ({ before: journalTransfers(entry), after: [] }),
  approval: always(),
  in_account_currency: true,
  reversal: {},
});

/** Of a reversal: the same pairs, last first, sides swapped. */
function journalTransfers(entry: EntryRow): EntryTransfer[] {
  const parts = partsOf(entry.lines ?? []);
  const booked =
    entry.kind === 'reversal'
      ? parts.toReversed().map(({ debit, credit, ...part }) => ({ ...part, debit: credit, credit: debit }))
      : parts;
  const { currency } = entry;
  const keyOf = ({ kind, owner }: JournalLine) => ({ kind, owner, currency });
  return booked.map(({ debit, credit, amount_minor }, place) =>
    entries.transfer(entry, { debit: keyOf(debit), credit: keyOf(credit), amount_minor }, place),
  );
}

export interface JournalRequest {
  lines: LineRequest[];
  memo: string;
  /** Of a document. */
  reference?: string;
  idempotency_key: string;
}

/**
 * Requests a journal. Whether the accounts hold the money counts once it is approved.
 * @throws AppError VALIDATION_ERROR where it does not balance; `account_not_found`, `account_refused`, `currency_mismatch`,
 *   `account_inactive`, each naming the line; as `requestEntry`
 */
export function requestJournal(caller: Caller, body: JournalRequest): Promise<RequestedEntry> {
  const { lines, memo, reference = null } = body;
  const problems = journalProblems(lines);
  if (problems.length > 0) throw invalid(problems);
  const amount_minor = journalAmount(lines);
  return requestEntry(caller, {
    operation: ['POST accounting journals'],
    body,
    entry: (settings, accounts) => ({
      kind: 'journal',
      member_id: null,
      amount_minor,
      ...accountsOf(lines, accounts, settings.currency),
      reference,
      memo,
    }),
    summary: ({ currency, accounts }) =>
      `Journal of ${formatMoney(amount_minor, currency)} over ${describe(accounts)}: ${memo}`,
  });
}

/** Accounts that the checker reads; the request has them all. */
const DESCRIBED = 3;

function describe(accounts: readonly NamedAccount[]): string {
  const names = [...new Set(accounts.map(({ code, name }) => `${code} ${name}`))];
  const more = names.length - DESCRIBED;
  return names.slice(0, DESCRIBED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * The lines with the accounts that they name, and the currency of these; where all are the system's, the cooperative's own.
 * @throws AppError naming the first line whose account cannot be moved
 */
function accountsOf(
  lines: readonly LineRequest[],
  accounts: readonly (NamedAccount | undefined)[],
  own: Currency,
): { lines: JournalLine[]; currency: Currency } {
  const currency = accounts.find((account) => account?.defined)?.defined?.currency ?? own;
  const named = lines.map(({ account, side, amount_minor }, i): JournalLine => {
    const is = accounts[i];
    if (!is) throw onLine(i, 'account_not_found', `There is no account ${account} in this chart.`);
    if (!isJournalKind(is.kind))
      throw onLine(
        i,
        'account_refused',
        `The account ${account} is moved by its own movements, not by journals.`,
      );
    if (is.defined && is.defined.currency !== currency)
      throw onLine(
        i,
        'currency_mismatch',
        `The account ${account} is in ${is.defined.currency}, the journal in ${currency}.`,
      );
    return { kind: is.kind, owner: is.defined?.id ?? '', side, amount_minor: String(amount_minor) };
  });
  if (partsOf(named).length === 0)
    throw invalid([
      { path: 'lines', message: 'The lines move nothing: each account is credited as debited' },
    ]);
  return { lines: named, currency };
}

function onLine(index: number, reason: Reason, message: string): AppError {
  return refusal(reason, `Line ${index + 1}: ${message}`, [{ path: `lines[${index}].account`, message }]);
}
