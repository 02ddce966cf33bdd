/**
 * Savings accounts besides the default one: deposits that stay until a member leaves, a goal that some members save for and give notice
 * of, and fixed accounts of some.
 */
import { deposit, withdraw } from '../members/index.ts';
import { savingsAccounts, savingsNotices, savingsProducts } from '../savings/index.ts';
import { attempt, forEach, units, type Filling } from './filling.ts';
import { chance } from './people.rules.ts';

const ONE_HAS_DEPOSITS_IN = 4;
const ONE_HAS_A_GOAL_IN = 6;
/** Of those with a goal. */
const ONE_GIVES_NOTICE_IN = 3;
const ONE_WITHDRAWS_EARLY_IN = 2;
/** The month in which notice is given: what it is of is withdrawn in the next one. */
const MONTH_OF_NOTICE = 4;
const NOTICE_OF = 300;
const ONE_HAS_A_FIXED_ACCOUNT_IN = 12;
/** Months after the first in which somebody opens a fixed account. */
const MONTHS_OF_OPENING = 3;
/** A page holds them all. */
const ALL_PRODUCTS = 50;

const NO_RULES = {
  min_balance_minor: 0n,
  min_opening_minor: 0n,
  notice_days: 0,
  early_fee_bps: 0,
  monthly_fee_minor: 0n,
  withdrawal_fee_minor: 0n,
  rate_bps: 0,
  term_days: null,
  at_maturity: null,
};

const DEPOSITS = 'Member deposits';
const GOAL = 'School fees goal';
const FIXED = 'Fixed deposit, 90 days';

export async function defineSavingsProducts(filling: Filling): Promise<void> {
  const present = await productIds(filling);
  const { caller } = filling;
  if (!present.has(DEPOSITS))
    await savingsProducts.define(caller, {
      ...NO_RULES,
      name: DEPOSITS,
      kind: 'restricted',
      counts_for_multiple: true,
    });
  if (!present.has(GOAL))
    await savingsProducts.define(caller, {
      ...NO_RULES,
      name: GOAL,
      kind: 'regular',
      min_balance_minor: units(200),
      notice_days: 14,
      early_fee_bps: 200,
      monthly_fee_minor: units(10),
      withdrawal_fee_minor: units(5),
    });
  if (!present.has(FIXED))
    await savingsProducts.define(caller, {
      ...NO_RULES,
      name: FIXED,
      kind: 'fixed',
      min_opening_minor: units(5_000),
      rate_bps: 900,
      term_days: 90,
      at_maturity: 'renew_principal',
    });
}

async function productIds({ ctx, scope }: Filling): Promise<Map<string, string>> {
  const { items } = await savingsProducts.list(ctx.db, scope, { limit: ALL_PRODUCTS });
  return new Map(items.map(({ name, id }) => [name, id]));
}

/** @param members ids, in their order */
export async function keepAccounts(
  filling: Filling,
  members: readonly string[],
  month: number,
): Promise<void> {
  const { caller } = filling;
  const products = await productIds(filling);
  const of = members.map((id, no) => ({ id, no }));
  await forEach(
    of.filter(({ no }) => chance(`goal ${no}`, ONE_HAS_A_GOAL_IN) === 0),
    ({ id, no }) =>
      attempt(async () => {
        // A repeat answers with the account.
        const { account } = await savingsAccounts.open(caller, id, {
          product_id: products.get(GOAL) as string,
          idempotency_key: `demo-goal-${no}`,
        });
        await deposit(caller, id, {
          amount_minor: units(300 + 100 * chance(`goal ${month} ${no}`, 8)),
          savings_account_id: account.id,
          idempotency_key: `demo-${month}-${no}-goal`,
        });
        await takeFromGoal(filling, { member_id: id, account_id: account.id, no }, month);
      }),
  );
  await forEach(
    of.filter(({ no }) => chance(`deposits ${no}`, ONE_HAS_DEPOSITS_IN) === 0),
    ({ id, no }) =>
      attempt(async () => {
        const { account } = await savingsAccounts.open(caller, id, {
          product_id: products.get(DEPOSITS) as string,
          idempotency_key: `demo-deposits-${no}`,
        });
        await deposit(caller, id, {
          amount_minor: units(400 + 200 * chance(`deposits of ${no}`, 6)),
          savings_account_id: account.id,
          idempotency_key: `demo-${month}-${no}-deposits`,
        });
      }),
  );
  await forEach(
    of.filter(
      ({ no }) =>
        chance(`fixed ${no}`, ONE_HAS_A_FIXED_ACCOUNT_IN) === 0 &&
        chance(`fixed in ${no}`, MONTHS_OF_OPENING) === month,
    ),
    ({ id, no }) =>
      attempt(() =>
        savingsAccounts.open(caller, id, {
          product_id: products.get(FIXED) as string,
          amount_minor: units(5_000 * (1 + chance(`fixed amount ${no}`, 6))),
          from: 'cash',
          idempotency_key: `demo-fixed-${no}`,
        }),
      ),
  );
}

interface Goal {
  member_id: string;
  account_id: string;
  /** The member's place. */
  no: number;
}

/** After notice, which saves the fee of withdrawing without; or without. The last notice is still running at the end. */
async function takeFromGoal(
  { caller }: Filling,
  { member_id, account_id, no }: Goal,
  month: number,
): Promise<void> {
  const gives_notice = chance(`notice ${no}`, ONE_GIVES_NOTICE_IN) === 0;
  if (gives_notice && month % MONTH_OF_NOTICE === 0 && month > 0)
    await savingsNotices.give(
      caller,
      { member_id, account_id },
      { amount_minor: units(NOTICE_OF), idempotency_key: `demo-${month}-${no}-notice` },
    );
  const withdraws_early = !gives_notice && chance(`early ${no}`, ONE_WITHDRAWS_EARLY_IN) === 0;
  if ((gives_notice || withdraws_early) && month % MONTH_OF_NOTICE === 1 && month > MONTH_OF_NOTICE)
    await withdraw(caller, member_id, {
      amount_minor: units(NOTICE_OF),
      savings_account_id: account_id,
      idempotency_key: `demo-${month}-${no}-from-goal`,
    });
}
