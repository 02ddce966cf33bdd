import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOVEMENTS } from '../../app/compose.ts';
import { TRANSFER_KINDS } from '../../domain/ledger/index.ts';
import type { SaccoAccountKind } from '../../domain/movements/accounts.rules.ts';
import { NO_AMOUNTS } from '../../domain/movements/amounts.rules.ts';
import {
  ENTRY_STATUSES,
  ENTRY_TRANSITIONS,
  UNDER_WAY,
  MONEY_STATUSES,
  requiresApproval,
  type EntryStatus,
} from '../../domain/movements/entries/entry.rules.ts';
import { shortageOf } from '../../domain/movements/accounts.rules.ts';
import { effectsOn, legsOf, type Leg } from '../../domain/movements/legs.rules.ts';
import { movementRegistry } from '../../domain/movements/index.ts';
import { ENTRY_KINDS } from '../../domain/movements/movement.rules.ts';
import {
  allows,
  mayBecome,
  MEMBER_STATUSES,
  type MemberStatus,
} from '../../domain/cooperative/member.rules.ts';
import { memberNo } from '../../domain/members/joining/member-number.rules.ts';

describe('the movements', () => {
  /** As the specification has it, a leg being debit > credit. */
  const SPECIFIED: Record<string, string> = {
    // Both accounts are cash: the entry says which way it goes.
    'Cash into a till': '',
    'Cash out of a till': '',
    'Opening balance':
      'opening_balances > member_savings, opening_balances > member_shares, loan_principal > opening_balances, interest_receivable > opening_balances',
    'Opening balance of cash': 'cash_on_hand > opening_balances',
    'Money of a batch, from the bank': 'bank > unallocated',
    'Money of a batch, in cash': 'cash_on_hand > unallocated',
    'Deposit in a batch': 'unallocated > member_savings',
    'Shares in a batch': 'unallocated > member_shares',
    'Fee in a batch': 'unallocated > fee_income',
    'Loan repayment in a batch':
      'unallocated > interest_receivable, unallocated > loan_principal, unallocated > member_savings',
    'Cash deposit': 'cash_on_hand > member_savings',
    'Mobile-money deposit': 'merchant_available > member_savings',
    'Cash withdrawal': 'member_savings > cash_on_hand, member_savings > fee_income',
    'Shares from cash': 'cash_on_hand > member_shares',
    'Shares from savings': 'member_savings > member_shares',
    'Shares by mobile money': 'merchant_available > member_shares',
    'Entrance fee': 'cash_on_hand > fee_income',
    Expense: 'operating_expenses > cash_on_hand',
    'Deposit from the bank': 'bank > member_savings',
    'Deposit of unallocated money': 'unallocated > member_savings',
    'Shares from unallocated money': 'unallocated > member_shares',
    'Loan repayment from unallocated money':
      'unallocated > interest_receivable, unallocated > loan_principal, unallocated > member_savings',
    'Unallocated money received': 'merchant_available > unallocated',
    'Unallocated money that came into the bank': 'bank > unallocated',
    'Unallocated money that came into the bank, reversed': 'unallocated > bank',
    'Withdrawal to the bank': 'member_savings > bank, member_savings > fee_income',
    'Withdrawal by mobile money': 'member_savings > provider_clearing, member_savings > fee_income',
    'Exit by mobile money':
      'member_shares > provider_clearing, member_savings > provider_clearing, member_savings > provider_clearing',
    'Loan disbursement by mobile money': 'loan_principal > provider_clearing, loan_principal > fee_income',
    'Shares from the bank': 'bank > member_shares',
    'Exit by the bank':
      'member_shares > member_savings, member_savings > member_savings, member_savings > bank',
    'Loan repayment from the bank': 'bank > interest_receivable, bank > loan_principal',
    'Expense by the bank': 'operating_expenses > bank',
    'Cash banked': 'bank > cash_on_hand',
    'Cash from the bank': 'cash_on_hand > bank',
    'Provider payout banked': 'bank > provider_clearing',
    'Paid in at a provider': 'provider_clearing > bank',
    // Its lines say which accounts it moves.
    Journal: '',
    'Journal, reversed': '',
    'Deposit from the bank, reversed': 'member_savings > bank',
    'Withdrawal to the bank, reversed': 'fee_income > member_savings, bank > member_savings',
    'Shares from the bank, reversed': 'member_shares > bank',
    'Loan repayment from the bank, reversed': 'loan_principal > bank, interest_receivable > bank',
    'Expense by the bank, reversed': 'bank > operating_expenses',
    'Cash banked, reversed': 'cash_on_hand > bank',
    'Cash from the bank, reversed': 'bank > cash_on_hand',
    'Provider payout banked, reversed': 'provider_clearing > bank',
    'Paid in at a provider, reversed': 'bank > provider_clearing',
    'Provision for loan losses': 'loan_losses > loan_loss_allowance',
    'Provision released': 'loan_loss_allowance > loan_losses',
    // The legs of the original, last first, sides swapped.
    'Cash deposit, reversed': 'member_savings > cash_on_hand',
    'Cash withdrawal, reversed': 'fee_income > member_savings, cash_on_hand > member_savings',
    'Shares from cash, reversed': 'member_shares > cash_on_hand',
    'Shares from savings, reversed': 'member_shares > member_savings',
    'Cash counted in, reversed': 'cash_adjustments > cash_on_hand',
    'Cash counted out, reversed': 'cash_on_hand > cash_adjustments',
    'Loan repayment in cash, reversed': 'loan_principal > cash_on_hand, interest_receivable > cash_on_hand',
    'Loan repayment from savings, reversed':
      'loan_principal > member_savings, interest_receivable > member_savings',
    'Expense, reversed': 'cash_on_hand > operating_expenses',
    'Cash counted in': 'cash_on_hand > cash_adjustments',
    'Cash counted out': 'cash_adjustments > cash_on_hand',
    Exit: 'member_shares > member_savings, member_savings > member_savings, member_savings > cash_on_hand',
    'Transfer between savings accounts': 'member_savings > member_savings, member_savings > fee_income',
    'Transfer between savings accounts, reversed':
      'fee_income > member_savings, member_savings > member_savings',
    'Fixed account opened with cash': 'cash_on_hand > member_savings',
    'Fixed account opened from savings': 'member_savings > member_savings, member_savings > fee_income',
    'Fixed account opened from the bank': 'bank > member_savings',
    'Fixed account paid out early in cash': 'member_savings > cash_on_hand',
    'Fixed account paid out early by the bank': 'member_savings > bank',
    'Fixed account paid out early by mobile money': 'member_savings > provider_clearing',
    'Fixed account moved early to another account': 'member_savings > member_savings',
    'Fixed account matured':
      'deposit_interest > member_savings, deposit_interest > tax_payable, member_savings > member_savings',
    'Monthly fee of a savings account': 'member_savings > fee_income',
    'Loan disbursement': 'loan_principal > member_savings, member_savings > fee_income',
    'Interest falls due': 'interest_receivable > interest_income',
    'Penalty falls due': 'interest_receivable > fee_income',
    'Loan repayment in cash': 'cash_on_hand > interest_receivable, cash_on_hand > loan_principal',
    'Loan repayment from savings': 'member_savings > interest_receivable, member_savings > loan_principal',
    'Loan repayment by mobile money':
      'merchant_available > interest_receivable, merchant_available > loan_principal, merchant_available > member_savings',
    'Loan write-off':
      'guarantee_clearing > interest_receivable, guarantee_clearing > loan_principal, loan_losses > interest_receivable, loan_losses > loan_principal',
    Dividend: '',
    'Dividend from interest income': 'interest_income > member_savings, interest_income > tax_payable',
    'Dividend from fee income': 'fee_income > member_savings, fee_income > tax_payable',
    'Interest on deposits': '',
    'Interest paid into savings': 'deposit_interest > member_savings, deposit_interest > tax_payable',
    'Tax remitted': 'tax_payable > cash_on_hand',
    'Tax remitted, reversed': 'cash_on_hand > tax_payable',
    'Tax remitted by the bank': 'tax_payable > bank',
    'Tax remitted by the bank, reversed': 'bank > tax_payable',
  };

  test('are the specified ones', () => {
    const table = MOVEMENTS.all.map(({ title, legs }) => [
      title,
      legs.map(({ debit, credit }) => `${debit} > ${credit}`).join(', '),
    ]);
    expect(Object.fromEntries(table)).toEqual(SPECIFIED);
  });

  test('are each declared once, at least one per kind, with a transfer kind for each', () => {
    const rows = MOVEMENTS.all.map(
      ({ kind, source, direction, income, reverses_kind }) =>
        `${kind} ${source} ${direction} ${income} ${reverses_kind}`,
    );
    expect(new Set(rows).size).toBe(rows.length);
    for (const row of MOVEMENTS.all) expect(MOVEMENTS.of(row)).toBe(row);
    expect(new Set(MOVEMENTS.all.map(({ kind }) => kind))).toEqual(new Set(ENTRY_KINDS));
    expect(ENTRY_KINDS.filter((kind) => !(kind in TRANSFER_KINDS))).toEqual([]);
    expect(() => MOVEMENTS.of({ kind: 'deposit', source: 'savings', direction: null, income: null })).toThrow(
      'no movement is a deposit from savings',
    );
    const declared = MOVEMENTS.all.filter((each) => each.kind !== 'reversal');
    expect(() => movementRegistry(declared.slice(1))).not.toThrow();
    expect(() => movementRegistry(declared.filter(({ kind }) => kind !== 'expense'))).toThrow(
      'no movement is a expense',
    );
    expect(() => movementRegistry([...declared, ...declared.slice(0, 1)])).toThrow('declared twice');
  });

  test('an exit leaves nothing, and moves shares only where there are any', () => {
    const exit = {
      kind: 'member_exit',
      source: null,
      direction: null,
      income: null,
      ...NO_AMOUNTS,
      currency: 'KES',
      member_id: 'mem',
      loan_id: null,
      to_savings_account_id: null,
      savings_parts: null,
    } as const;
    const money = fc.bigInt({ min: 0n, max: 1_000n });
    fc.assert(
      fc.property(money, money, (savings, shares) => {
        const entry = { ...exit, shares_minor: shares, amount_minor: savings + shares };
        const sum = (kind: 'member_savings' | 'member_shares') =>
          effectsOn({ kind, owner: 'mem' }, MOVEMENTS.of(entry), entry).reduce(
            (total, each) => total + each,
            0n,
          );
        expect([sum('member_savings'), sum('member_shares')]).toEqual([-savings, -shares]);
        expect(legsOf(MOVEMENTS.of(entry), entry)).toHaveLength(
          (shares > 0n ? 1 : 0) + (savings + shares > 0n ? 1 : 0),
        );
      }),
    );
  });
});

describe('what the ledger refuses', () => {
  const leg = (debit: SaccoAccountKind, credit: SaccoAccountKind): Leg => ({
    debit,
    credit,
    amount: 'amount',
  });

  test('is called by the account that is short', () => {
    expect(shortageOf(leg('member_savings', 'cash_on_hand'), 'exceeds_credits')).toBe('insufficient_savings');
    expect(shortageOf(leg('member_savings', 'cash_on_hand'), 'exceeds_debits')).toBe('insufficient_cash');
    expect(shortageOf(leg('cash_adjustments', 'cash_on_hand'), 'exceeds_debits')).toBe('insufficient_cash');
    expect(shortageOf(leg('merchant_available', 'member_shares'), 'exceeds_credits')).toBe(
      'insufficient_funds',
    );
  });

  test('has a name also when it was refused before and that answer was lost', () => {
    expect(shortageOf(leg('member_savings', 'member_shares'), 'id_already_failed')).toBe(
      'insufficient_savings',
    );
    expect(shortageOf(leg('cash_adjustments', 'cash_on_hand'), 'id_already_failed')).toBe(
      'insufficient_cash',
    );
    // Savings or tills: the ledger does not say any more.
    expect(shortageOf(leg('member_savings', 'cash_on_hand'), 'id_already_failed')).toBe('insufficient_funds');
  });

  test('is an overflow where an account is too full, also when that answer was lost', () => {
    const in_cash = leg('cash_on_hand', 'member_savings');
    for (const error of ['overflows_debits', 'overflows_credits', 'id_already_failed'] as const)
      expect(shortageOf(in_cash, error)).toBe('overflow');
  });

  test('is a defect where it cannot be', () => {
    expect(shortageOf(leg('cash_on_hand', 'member_savings'), 'exceeds_credits')).toBeNull();
    expect(shortageOf(leg('member_savings', 'cash_on_hand'), 'exists_with_different_amount')).toBeNull();
  });
});

describe('the states of an entry', () => {
  /** Row: from; columns in the order of ENTRY_STATUSES: pending posting awaiting paying posted failed rejected cancelled. */
  const TABLE: Record<EntryStatus, string> = {
    pending: '. . . > > > . .',
    posting: '. . . > > > . .',
    awaiting_approval: '. > . . . > > >',
    paying: '. . . . > > . .',
    posted: '. . . . . . . .',
    failed: '. . . . . . . .',
    rejected: '. . . . . . . .',
    cancelled: '. . . . . . . .',
  };

  test.each(ENTRY_STATUSES)('from %s', (from) => {
    const edges = ENTRY_STATUSES.map((to) => (ENTRY_TRANSITIONS[from].includes(to) ? '>' : '.'));
    expect(edges.join(' ')).toBe(TABLE[from]);
  });

  test('money is spoken for until an entry ends without having moved it', () => {
    const over = ENTRY_STATUSES.filter((status) => ENTRY_TRANSITIONS[status].length === 0);
    expect(new Set([...MONEY_STATUSES, ...over])).toEqual(new Set(ENTRY_STATUSES));
    expect(MONEY_STATUSES.filter((status) => over.includes(status))).toEqual(['posted']);
    expect(ENTRY_STATUSES.filter((from) => ENTRY_TRANSITIONS[from].includes('posted'))).toEqual(UNDER_WAY);
  });
});

describe('the states of a member', () => {
  /** Row: from; columns in the order of MEMBER_STATUSES: active suspended exiting exited; then what is paid in and out. */
  const TABLE: Record<MemberStatus, string> = {
    active: '. > > . in out',
    suspended: '> . . . in',
    exiting: '> . . >',
    exited: '. . . .',
  };

  test.each(MEMBER_STATUSES)('from %s', (from) => {
    const edges: string[] = MEMBER_STATUSES.map((to) => (mayBecome(from, to) ? '>' : '.'));
    if (allows(from, 'pay_in')) edges.push('in');
    if (allows(from, 'pay_out')) edges.push('out');
    expect(edges.join(' ')).toBe(TABLE[from]);
  });

  test('numbers have five digits, and more when there are more members', () => {
    expect([1, 99_999, 100_000].map(memberNo)).toEqual(['M00001', 'M99999', 'M100000']);
  });
});

test('a withdrawal waits exactly when it takes the day above the threshold', () => {
  const money = fc.bigInt({ min: 0n, max: 100n });
  fc.assert(
    fc.property(money, money, fc.option(money), (amount, earlier, threshold) => {
      expect(requiresApproval(amount, earlier, threshold)).toBe(
        threshold !== null && amount + earlier > threshold,
      );
    }),
  );
});
