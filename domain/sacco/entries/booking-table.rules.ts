/**
 * The booking table: everything about each movement of the SACCO is said here and nowhere else. Transfers, error names,
 * effects, the verifier's figures and docs/reference/sacco.md derive from it. Pure.
 */
import type { Reason } from '../../../core/errors.ts';
import { groupBy } from '../../../core/group-by.ts';
import { ACCOUNT_KINDS, TRANSFER_KINDS, type TransferError } from '../../ledger/index.ts';
import { SACCO_ACCOUNTS, type SaccoAccountKind } from '../accounts.rules.ts';
import { LEG_AMOUNTS, type EntryAmounts, type LegAmount } from './entry-amounts.rules.ts';
import { ENTRY_KINDS, type EntryEffectName, type EntryKind, type Movement } from './movement.rules.ts';

export interface Leg {
  debit: SaccoAccountKind;
  credit: SaccoAccountKind;
  amount: LegAmount;
}

interface BookingRow extends Movement {
  title: string;
  /** The kind of its transfers, as the ledger numbers it. */
  code: number;
  /** Every movement is one batch of transfers: all legs or none. */
  legs: readonly Leg[];
  /** `always`: it waits for a checker; `above_threshold`: it may. */
  approval: 'never' | 'above_threshold' | 'always';
  effects: readonly EntryEffectName[];
  /** Its amounts are worked out under its loan's lock right before it is booked. */
  allocated: boolean;
  /** It can be taken back, by a movement of its own. A payment's money leaves by a withdrawal, and a reversal stays. */
  reversible: boolean;
}

type Rules = Pick<BookingRow, 'approval' | 'effects' | 'allocated' | 'reversible'>;

const leg = (debit: SaccoAccountKind, credit: SaccoAccountKind, amount: LegAmount = 'amount'): Leg => ({
  debit,
  credit,
  amount,
});

/** A movement that needs no checker and has no effect beyond its transfers, unless the row says otherwise. */
const row = (
  title: string,
  kind: EntryKind,
  { source = null, direction = null, income = null }: Partial<Omit<Movement, 'kind'>>,
  legs: Leg[],
  { approval = 'never', effects = [], allocated = false, reversible = false }: Partial<Rules> = {},
): BookingRow => ({
  title,
  kind,
  source,
  direction,
  income,
  reverses_kind: null,
  code: TRANSFER_KINDS[kind],
  legs,
  approval,
  effects,
  allocated,
  reversible,
});

const MOVEMENTS: readonly BookingRow[] = [
  row('Cash deposit', 'deposit', { source: 'cash' }, [leg('cash_on_hand', 'member_savings')], {
    reversible: true,
  }),
  row(
    'Mobile-money deposit',
    'deposit',
    { source: 'payment' },
    [leg('merchant_available', 'member_savings')],
    { effects: ['record_credit'] },
  ),
  row('Cash withdrawal', 'withdrawal', { source: 'savings' }, [leg('member_savings', 'cash_on_hand')], {
    approval: 'above_threshold',
    reversible: true,
  }),
  row('Shares from cash', 'share_purchase', { source: 'cash' }, [leg('cash_on_hand', 'member_shares')], {
    reversible: true,
  }),
  row(
    'Shares from savings',
    'share_purchase',
    { source: 'savings' },
    [leg('member_savings', 'member_shares')],
    { reversible: true },
  ),
  row(
    'Shares by mobile money',
    'share_purchase',
    { source: 'payment' },
    [leg('merchant_available', 'member_shares')],
    { effects: ['record_credit'] },
  ),
  row('Entrance fee', 'entrance_fee', { source: 'cash' }, [leg('cash_on_hand', 'fee_income')], {
    effects: ['record_entrance_fee'],
  }),
  row('Cash counted in', 'cash_adjustment', { direction: 'in' }, [leg('cash_on_hand', 'cash_adjustments')], {
    approval: 'always',
    reversible: true,
  }),
  row(
    'Cash counted out',
    'cash_adjustment',
    { direction: 'out' },
    [leg('cash_adjustments', 'cash_on_hand')],
    { approval: 'always', reversible: true },
  ),
  row(
    'Exit',
    'member_exit',
    {},
    [leg('member_shares', 'member_savings', 'shares'), leg('member_savings', 'cash_on_hand')],
    { approval: 'always', effects: ['record_exit'] },
  ),
  row(
    'Loan disbursement',
    'loan_disbursement',
    {},
    [leg('loan_principal', 'member_savings'), leg('member_savings', 'fee_income', 'fee')],
    { approval: 'always', effects: ['record_disbursement'] },
  ),
  row(
    'Interest falls due',
    'loan_charge',
    { income: 'interest_income' },
    [leg('interest_receivable', 'interest_income')],
    { effects: ['record_charge'] },
  ),
  row(
    'Penalty falls due',
    'loan_charge',
    { income: 'fee_income' },
    [leg('interest_receivable', 'fee_income')],
    {
      effects: ['record_charge'],
    },
  ),
  row(
    'Loan repayment in cash',
    'loan_repayment',
    { source: 'cash' },
    [
      leg('cash_on_hand', 'interest_receivable', 'charges'),
      leg('cash_on_hand', 'loan_principal', 'principal'),
    ],
    { effects: ['record_repayment'], allocated: true, reversible: true },
  ),
  row(
    'Loan repayment from savings',
    'loan_repayment',
    { source: 'savings' },
    [
      leg('member_savings', 'interest_receivable', 'charges'),
      leg('member_savings', 'loan_principal', 'principal'),
    ],
    { effects: ['record_repayment'], allocated: true, reversible: true },
  ),
  row(
    'Loan repayment by mobile money',
    'loan_repayment',
    { source: 'payment' },
    [
      leg('merchant_available', 'interest_receivable', 'charges'),
      leg('merchant_available', 'loan_principal', 'principal'),
      leg('merchant_available', 'member_savings', 'savings'),
    ],
    { effects: ['record_repayment', 'record_credit'], allocated: true },
  ),
  row(
    'Loan write-off',
    'loan_write_off',
    {},
    [
      leg('guarantee_clearing', 'interest_receivable', 'called_charges'),
      leg('guarantee_clearing', 'loan_principal', 'called_principal'),
      leg('loan_losses', 'interest_receivable', 'lost_charges'),
      leg('loan_losses', 'loan_principal', 'lost_principal'),
    ],
    { approval: 'always', effects: ['record_write_off'] },
  ),
  row(
    'Provision for loan losses',
    'loan_provision',
    { direction: 'in' },
    [leg('loan_losses', 'loan_loss_allowance')],
    { approval: 'always' },
  ),
  row(
    'Provision released',
    'loan_provision',
    { direction: 'out' },
    [leg('loan_loss_allowance', 'loan_losses')],
    { approval: 'always' },
  ),
  row('Expense', 'expense', {}, [leg('operating_expenses', 'cash_on_hand')], {
    approval: 'always',
    reversible: true,
  }),
  // The dividend itself moves nothing; each of its lines does.
  row('Dividend', 'dividend', {}, [], { approval: 'always', effects: ['record_dividend'] }),
  row(
    'Dividend from interest income',
    'dividend',
    { income: 'interest_income' },
    [leg('interest_income', 'member_savings')],
    { effects: ['record_dividend_line'] },
  ),
  row(
    'Dividend from fee income',
    'dividend',
    { income: 'fee_income' },
    [leg('fee_income', 'member_savings')],
    {
      effects: ['record_dividend_line'],
    },
  ),
];

/** The movement that takes another one back: its legs, last first, sides swapped. */
function reversalOf(original: BookingRow): BookingRow {
  const effects: EntryEffectName[] = ['record_reversal'];
  return {
    ...original,
    title: `${original.title}, reversed`,
    kind: 'reversal',
    reverses_kind: original.kind,
    code: TRANSFER_KINDS.reversal,
    legs: original.legs.toReversed().map(({ debit, credit, amount }) => leg(credit, debit, amount)),
    approval: 'always',
    effects: original.kind === 'loan_repayment' ? [...effects, 'record_repayment_reversal'] : effects,
    allocated: false,
    reversible: false,
  };
}

export const BOOKING_TABLE: readonly BookingRow[] = [
  ...MOVEMENTS,
  ...MOVEMENTS.filter(({ reversible }) => reversible).map(reversalOf),
];

/** Looked up several times for each of many entries. */
const ROWS_BY_KIND: ReadonlyMap<EntryKind, BookingRow[]> = groupBy(BOOKING_TABLE, ({ kind }) => kind);

/** The row of the booking table for this movement. */
export function bookingOf({ kind, source, direction, income, reverses_kind = null }: Movement): BookingRow {
  const found = ROWS_BY_KIND.get(kind)?.find(
    (each) =>
      each.source === source &&
      each.direction === direction &&
      each.income === income &&
      each.reverses_kind === reverses_kind,
  );
  if (!found)
    throw new Error(
      `the booking table has no ${kind} from ${source} ${direction} ${income} of ${reverses_kind}`,
    );
  return found;
}

/** Kinds of which every movement waits for a checker. */
export const ALWAYS_APPROVED: readonly EntryKind[] = ENTRY_KINDS.filter((kind) =>
  BOOKING_TABLE.every((each) => each.kind !== kind || each.approval === 'always'),
);

/** Are the amounts of an entry that is allocated under its loan's lock worked out yet? */
export function isAllocated(entry: Movement & EntryAmounts): boolean {
  const { amount_minor, principal_minor, interest_minor, penalty_minor, savings_minor } = entry;
  if (!bookingOf(entry).allocated) return true;
  return principal_minor + interest_minor + penalty_minor + savings_minor === amount_minor;
}

// ── amounts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export function legAmount({ amount }: Leg, entry: EntryAmounts): bigint {
  return LEG_AMOUNTS[amount].of(entry);
}

/** The legs that move anything: of the exit of a member without shares, the first does not. */
export function legsOf(entry: Movement & EntryAmounts): Leg[] {
  return bookingOf(entry).legs.filter((each) => legAmount(each, entry) > 0n);
}

/**
 * What each leg of a booked entry does to one of its member's or loan's accounts, in order: positive when the balance grows
 * on the account's normal side.
 */
export function effectsOn(account: SaccoAccountKind, entry: Movement & EntryAmounts): bigint[] {
  const grows = ACCOUNT_KINDS[account].normal;
  return legsOf(entry).flatMap((each) => {
    const amount = legAmount(each, entry);
    if (each[grows] === account) return [amount];
    return each.debit === account || each.credit === account ? [-amount] : [];
  });
}

/**
 * What one posted entry does to that account of its member or loan, as SQL over sacco_entries, for the verifier: positive
 * when the balance grows on the account's normal side.
 */
export function effectSql(account: SaccoAccountKind): string {
  const text = (value: string | null = null): string => (value === null ? 'null' : `'${value}'`);
  const grows = ACCOUNT_KINDS[account].normal;
  const cases = BOOKING_TABLE.flatMap(({ kind, source, direction, income, reverses_kind, legs }) => {
    const terms = legs.flatMap((each) => {
      if (each[grows] === account) return [`+ ${LEG_AMOUNTS[each.amount].sql}`];
      return each.debit === account || each.credit === account ? [`- ${LEG_AMOUNTS[each.amount].sql}`] : [];
    });
    if (terms.length === 0) return [];
    const row_of = [kind, source, direction, income, reverses_kind].map((each) => text(each)).join(', ');
    return [
      `when (kind, source, direction, income, reverses_kind) is not distinct from (${row_of}) then 0 ${terms.join(' ')}`,
    ];
  });
  return `case ${cases.join(' ')} else 0 end`;
}

// ── errors ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the ledger's refusal of a leg means to the people at the counter. @returns null for a defect of ours */
export function shortageOf({ debit, credit }: Leg, error: TransferError): Reason | null {
  // An account whose debits are limited is short when it is debited; one whose credits are, when it is credited.
  const of_debit = ACCOUNT_KINDS[debit].limit === 'debits' ? SACCO_ACCOUNTS[debit].shortage : null;
  const of_credit = ACCOUNT_KINDS[credit].limit === 'credits' ? SACCO_ACCOUNTS[credit].shortage : null;
  if (error === 'exceeds_credits') return of_debit;
  if (error === 'exceeds_debits') return of_credit;
  if (error === 'overflows_debits' || error === 'overflows_credits') return 'overflow';
  if (error !== 'id_already_failed') return null;
  // Refused before, the answer was lost, and the ledger does not know why: either account may have been short; where none can
  // be, one of them was too full.
  return of_debit && of_credit ? 'insufficient_funds' : (of_debit ?? of_credit ?? 'overflow');
}
