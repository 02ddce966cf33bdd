/** The legs of a movement: what each moves, what it does to an account, and why the ledger refuses it. Pure. */
import { ACCOUNT_KINDS } from '../ledger/index.ts';
import type { SaccoAccountKind } from './accounts.rules.ts';
import { LEG_AMOUNTS, type EntryAmounts, type LegAmount } from './amounts.rules.ts';
import type { Movement } from './movement.rules.ts';

export interface Leg {
  debit: SaccoAccountKind;
  credit: SaccoAccountKind;
  amount: LegAmount;
}

export const leg = (
  debit: SaccoAccountKind,
  credit: SaccoAccountKind,
  amount: LegAmount = 'amount',
): Leg => ({
  debit,
  credit,
  amount,
});

interface WithLegs {
  legs: readonly Leg[];
}

/** The movement that reverses another: its legs are the same ones, last first, sides swapped. */
export function reversed<Original extends Movement & WithLegs>(original: Original) {
  return {
    ...original,
    kind: 'reversal' as const,
    reverses_kind: original.kind,
    legs: original.legs.toReversed().map(({ debit, credit, amount }) => leg(credit, debit, amount)),
  };
}

export function legAmount({ amount }: Leg, entry: EntryAmounts): bigint {
  return LEG_AMOUNTS[amount].of(entry);
}

/** The legs that move anything: for the exit of a member without shares, the first one moves nothing. */
export function legsOf({ legs }: WithLegs, entry: EntryAmounts): Leg[] {
  return legs.filter((each) => legAmount(each, entry) > 0n);
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
export function effectsOn(account: SaccoAccountKind, definition: WithLegs, entry: EntryAmounts): bigint[] {
  const grows = ACCOUNT_KINDS[account].normal;
  return legsOf(definition, entry).flatMap((each) => {
    const amount = legAmount(each, entry);
    if (each[grows] === account) return [amount];
    return each.debit === account || each.credit === account ? [-amount] : [];
  });
}

/**
 * What one posted entry does to that account, as SQL over sacco_entries, for the verifier: positive when the balance grows on
 * the account's normal side.
 * @param definitions of all movements that move the account; their reversals follow from them
 */
export function effectSql(
  account: SaccoAccountKind,
  definitions: readonly (Movement & WithLegs & { is_reversible: boolean })[],
): string {
  const text = (value: string | null = null): string => (value === null ? 'null' : `'${value}'`);
  const grows = ACCOUNT_KINDS[account].normal;
  const booked = [
    ...definitions,
    ...definitions.filter(({ is_reversible }) => is_reversible).map((each) => reversed(each)),
  ];
  const cases = booked.flatMap(({ kind, source, direction, income, reverses_kind, legs }) => {
    const terms = legs.flatMap((each) => {
      if (each[grows] === account) return [`+ (${LEG_AMOUNTS[each.amount].sql})`];
      return each.debit === account || each.credit === account ? [`- (${LEG_AMOUNTS[each.amount].sql})`] : [];
    });
    if (terms.length === 0) return [];
    const row_of = [kind, source, direction, income, reverses_kind].map((each) => text(each)).join(', ');
    return [
      `when (kind, source, direction, income, reverses_kind) is not distinct from (${row_of}) then 0 ${terms.join(' ')}`,
    ];
  });
  return `case ${cases.join(' ')} else 0 end`;
}
