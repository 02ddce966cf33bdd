/** A fixed account that is emptied before its term ends: the interest of the term is lost, and a checker decides. */
import { refusal, unavailable, type AppError } from '../../../core/errors.ts';
import { formatMoney } from '../../../core/money.ts';
import { getMember, localToday, lockMember, memberRefusal } from '../../cooperative/index.ts';
import {
  savingsMoves,
  always,
  defineMovement,
  leg,
  type Decision,
  type EndedEntry,
  type EntryRow,
  type Reader,
} from '../../movements/index.ts';
import type { ScopedUnit, Unit } from '../../platform/unit.ts';
import { recordBreakings } from './break-term.sql.ts';
import { findRunningTerm } from './fixed-account.ts';
import { SavingsTerm } from './term.model.ts';

/** What is in the account, all of which is taken out; or why none of it can be. */
async function principalOf(
  { db, scope }: Pick<Reader, 'db' | 'scope'>,
  { savings_account_id }: EntryRow,
): Promise<bigint | AppError> {
  const term = await findRunningTerm(db, savings_account_id as string);
  if (!term) return refusal('account_inactive', 'The savings account is closed.');
  if (term.moving_entry_id !== null) throw unavailable('fixed account, which is being paid out or renewed,');
  if (term.matures_on <= (await localToday(db, scope)))
    return refusal('term_over', `The term ended on ${term.matures_on}.`);
  return term.principal_minor;
}

const decision: Decision = {
  async lock(unit, { member_id, savings_account_id }) {
    await lockMember(unit, member_id as string, 'share');
    await SavingsTerm.query(unit.trx)
      .where({ account_id: savings_account_id as string, status: 'running' })
      .forUpdate();
  },

  async plan(reader, entry) {
    const member = await getMember(reader.db, reader.scope, entry.member_id as string);
    const refused = memberRefusal('pay_out', member);
    if (refused) return refused;
    const principal = await principalOf(reader, entry);
    // It may have been renewed with its interest since.
    return principal instanceof Error ? principal : { amount_minor: principal };
  },

  async onApproved({ trx }, { id, savings_account_id }) {
    await SavingsTerm.query(trx)
      .where({ account_id: savings_account_id as string, status: 'running' })
      .patch({ moving_entry_id: id });
  },
};

const BREAKING = {
  kind: 'term_withdrawal',
  flow: 'pay_out',
  approval: always(decision),
  onEnded: recordBroken,
} as const;

export const TERM_WITHDRAWALS = [
  defineMovement({
    ...BREAKING,
    title: 'Fixed account paid out early in cash',
    source: 'savings',
    legs: [leg('member_savings', 'cash_on_hand')],
  }),
  defineMovement({
    ...BREAKING,
    title: 'Fixed account paid out early by the bank',
    source: 'bank',
    legs: [leg('member_savings', 'bank')],
  }),
  defineMovement({
    ...BREAKING,
    title: 'Fixed account paid out early by mobile money',
    source: 'mobile',
    legs: [leg('member_savings', 'provider_clearing')],
    is_sent: true,
  }),
  defineMovement({
    ...BREAKING,
    title: 'Fixed account moved early to another account',
    legs: [savingsMoves.leg('credit', 'other', leg('member_savings', 'member_savings'))],
  }),
];

/** What a request to take money out adds for a fixed account. */
export const breakingTerm = {
  /** @throws AppError `savings_account_fixed` unless all of it is asked for, `term_over` */
  async prepare(unit: ScopedUnit, _member: unknown, entry: EntryRow): Promise<Partial<EntryRow>> {
    if (entry.kind !== 'term_withdrawal') return {};
    const principal = await principalOf({ db: unit.trx, scope: unit.scope }, entry);
    if (principal instanceof Error) throw principal;
    if (principal !== entry.amount_minor)
      throw refusal(
        'savings_account_fixed',
        `A fixed account is emptied as a whole: it holds ${formatMoney(principal, entry.currency)}.`,
      );
    return {};
  },
};

/** The account ends with its term; if nothing was paid out, the term goes on. */
async function recordBroken({ trx }: Unit, ended: EndedEntry[]): Promise<void> {
  await recordBreakings(trx, {
    entry_ids: ended.map(({ entry }) => entry.id),
    account_ids: ended.map(({ entry }) => entry.savings_account_id),
    posted: ended.map(({ entry }) => entry.status === 'posted'),
    closed_ats: ended.map(({ scope }) => scope.clock.now()),
  });
}
