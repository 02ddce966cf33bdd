/** The legs of a movement: what each moves, what it does to an account, and why the ledger refuses it. Pure. */
import { ACCOUNT_KINDS, type Side } from '../ledger/index.ts';
import {
  accountKeyOf,
  type AccountOwners,
  type SaccoAccountKey,
  type SaccoAccountKind,
} from './accounts.rules.ts';
import { LEG_AMOUNTS, type EntryAmounts, type LegAmount } from './amounts.rules.ts';
import type { Movement } from './movement.rules.ts';

export interface Leg {
  debit: SaccoAccountKind;
  credit: SaccoAccountKind;
  amount: LegAmount;
  /**
   * Which savings account a side moves, where it is not the one that the entry is about: the `other` one of a movement between two, or
   * `each` of the accounts besides the default one, in a transfer of its own.
   */
  savings?: { side: Side; account: 'other' | 'each' };
}

export const leg = (
  debit: SaccoAccountKind,
  credit: SaccoAccountKind,
  amount: LegAmount = 'amount',
): Leg => ({ debit, credit, amount });

/** A leg of which one side is another savings account than the one that the entry is about. */
export const legOfSavings = (
  side: Side,
  account: NonNullable<Leg['savings']>['account'],
  moving: Leg,
): Leg => ({ ...moving, savings: { side, account } });

interface WithLegs {
  legs: readonly Leg[];
}

const OPPOSITE: Readonly<Record<Side, Side>> = { debit: 'credit', credit: 'debit' };

/** The movement that reverses another: its legs are the same ones, last first, sides swapped. */
export function reversed<Original extends Movement & WithLegs>(original: Original) {
  return {
    ...original,
    kind: 'reversal' as const,
    reverses_kind: original.kind,
    legs: original.legs.toReversed().map(({ debit, credit, amount, savings }) => {
      const swapped = leg(credit, debit, amount);
      return savings ? legOfSavings(OPPOSITE[savings.side], savings.account, swapped) : swapped;
    }),
  };
}

export function legAmount({ amount }: Leg, entry: EntryAmounts): bigint {
  return LEG_AMOUNTS[amount].of(entry);
}

/** The legs that move anything: for the exit of a member without shares, the first one moves nothing. */
export function legsOf({ legs }: WithLegs, entry: EntryAmounts): Leg[] {
  return legs.filter((each) => legAmount(each, entry) > 0n);
}

/** What an entry says about the accounts that it moves. */
export interface MovedBy extends EntryAmounts, AccountOwners {
  to_savings_account_id: string | null;
  savings_parts: readonly { savings_account_id: string; amount_minor: string }[] | null;
}

export interface MovedAmount extends Record<Side, SaccoAccountKey> {
  amount_minor: bigint;
}

/** What the legs of an entry move, from which account to which: a transfer for each, in their order. */
export function movedBy(definition: WithLegs, entry: MovedBy): MovedAmount[] {
  return legsOf(definition, entry).flatMap((each): MovedAmount[] => {
    const { savings } = each;
    const between = (amount_minor: bigint, other: Partial<AccountOwners>): MovedAmount => {
      const keyOn = (side: Side) =>
        accountKeyOf(each[side], savings?.side === side ? { ...entry, ...other } : entry);
      return { debit: keyOn('debit'), credit: keyOn('credit'), amount_minor };
    };
    if (savings?.account === 'each')
      return (entry.savings_parts ?? []).map(({ savings_account_id, amount_minor }) =>
        between(BigInt(amount_minor), { savings_account_id }),
      );
    return [between(legAmount(each, entry), { savings_account_id: entry.to_savings_account_id })];
  });
}

/** What of an entry a provider is to send; 0 where it sends nothing. */
export function sentAmount(
  { is_sent, ...definition }: WithLegs & { is_sent: boolean },
  entry: EntryAmounts,
): bigint {
  if (!is_sent) return 0n;
  const sent = legsOf(definition, entry).filter(({ credit }) => credit === 'provider_clearing');
  return sent.reduce((total, each) => total + legAmount(each, entry), 0n);
}

/**
 * What each leg of a booked entry does to one of its accounts, in order: positive when the balance grows on the account's
 * normal side.
 */
export function effectsOn(
  { kind, owner }: Pick<SaccoAccountKey, 'kind' | 'owner'>,
  definition: WithLegs,
  entry: MovedBy,
): bigint[] {
  const grows = ACCOUNT_KINDS[kind].normal;
  const isIt = (key: SaccoAccountKey): boolean => key.kind === kind && key.owner === owner;
  return movedBy(definition, entry).flatMap(({ amount_minor, ...sides }) => {
    if (isIt(sides[grows])) return [amount_minor];
    return isIt(sides[OPPOSITE[grows]]) ? [-amount_minor] : [];
  });
}

/** Of which savings account the effect is: the one that the entry is about, or the other one of a movement between two. */
type SavingsOf = 'own' | 'other';

/**
 * What one posted entry does to that account, as SQL over sacco_entries, for the verifier: positive when the balance grows on
 * the account's normal side. Accounts that a leg moves one by one are left out: entries list them.
 * @param definitions of all movements that move the account; their reversals follow from them
 */
export function effectSql(
  account: SaccoAccountKind,
  definitions: readonly (Movement & WithLegs & { is_reversible: boolean })[],
  savings_of: SavingsOf = 'own',
): string {
  const text = (value: string | null = null): string => (value === null ? 'null' : `'${value}'`);
  const grows = ACCOUNT_KINDS[account].normal;
  const booked = [
    ...definitions,
    ...definitions.filter(({ is_reversible }) => is_reversible).map((each) => reversed(each)),
  ];
  const isIt = (each: Leg, side: Side): boolean =>
    each[side] === account && (each.savings?.side === side ? each.savings.account : 'own') === savings_of;
  const cases = booked.flatMap(({ kind, source, direction, income, reverses_kind, legs }) => {
    const terms = legs.flatMap((each) => {
      const { sql } = LEG_AMOUNTS[each.amount];
      return [
        ...(isIt(each, grows) ? [`+ (${sql})`] : []),
        ...(isIt(each, OPPOSITE[grows]) ? [`- (${sql})`] : []),
      ];
    });
    if (terms.length === 0) return [];
    const row_of = [kind, source, direction, income, reverses_kind].map((each) => text(each)).join(', ');
    return [
      `when (kind, source, direction, income, reverses_kind) is not distinct from (${row_of}) then 0 ${terms.join(' ')}`,
    ];
  });
  return cases.length === 0 ? '0' : `case ${cases.join(' ')} else 0 end`;
}
