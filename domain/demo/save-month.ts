/** Deposits, share purchases and withdrawals of the members in a month. */
import { buyShares, deposit, withdraw } from '../members/index.ts';
import { attempt, forEach, units, type Filling } from './filling.ts';
import { chance } from './people.rules.ts';

/** One member in so many misses a month. */
const ONE_MISSES_IN = 6;
const ONE_WITHDRAWS_IN = 14;
const ONE_BUYS_SHARES_IN = 5;

/** @param members ids, in their order */
export async function saveMonth(filling: Filling, members: readonly string[], month: number): Promise<void> {
  const { caller } = filling;
  const of = members.map((id, no) => ({ id, at: `${month} ${no}`, key: `demo-${month}-${no}` }));
  await forEach(
    of.filter(({ at }) => month === 0 || chance(`misses ${at}`, ONE_MISSES_IN) > 0),
    ({ id, at, key }) =>
      attempt(() =>
        deposit(caller, id, {
          amount_minor: units(500 + 250 * chance(`saves ${at}`, 23)),
          idempotency_key: `${key}-deposit`,
        }),
      ),
  );
  await forEach(
    of.filter(({ at }) => month === 0 || chance(`shares ${at}`, ONE_BUYS_SHARES_IN) === 0),
    ({ id, at, key }) =>
      attempt(() =>
        buyShares(caller, id, {
          amount_minor: units(month === 0 ? 2_000 : 200 * (1 + chance(`bought ${at}`, 5))),
          from: 'cash',
          idempotency_key: `${key}-shares`,
        }),
      ),
  );
  await forEach(
    of.filter(({ at }) => month > 0 && chance(`withdraws ${at}`, ONE_WITHDRAWS_IN) === 0),
    ({ id, at, key }) =>
      attempt(() =>
        withdraw(caller, id, {
          amount_minor: units(500 * (1 + chance(`withdrawn ${at}`, 6))),
          idempotency_key: `${key}-withdrawal`,
        }),
      ),
  );
}
