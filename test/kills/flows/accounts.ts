/** A savings account besides the default one, from its opening to its closing: what is left goes to the default account. */
import type { Cooperative } from '../cooperative.ts';
import type { Flow } from './flow.ts';
import { anyone, MEMBERS } from './savings.ts';

export const ACCOUNT_FLOWS: Flow<Cooperative>[] = [{ name: 'savings account', share: 2, run: useAccount }];

const WITHDRAWAL_FEE_MINOR = 7;
const MIN_WITHDRAWN_MINOR = 50;

export const SAVINGS_PRODUCT = {
  name: 'Goal',
  kind: 'regular',
  withdrawal_fee_minor: WITHDRAWAL_FEE_MINOR,
  counts_for_multiple: false,
};

async function useAccount(sacco: Cooperative): Promise<void> {
  const { place, savings_product } = sacco;
  const member = anyone(sacco);
  const at = `${MEMBERS}/${member.id}`;
  const account = await place.must(
    'POST',
    `${at}/savings-accounts`,
    { product_id: savings_product, idempotency_key: place.token('savings account') },
    { as: 'maker' },
  );
  const paid_in = 1_000 + place.random.below(10_000);
  const withdrawn = MIN_WITHDRAWN_MINOR + place.random.below(500);
  const left = paid_in - withdrawn - WITHDRAWAL_FEE_MINOR;
  const move = async (what: string, amount_minor: number, body: object): Promise<void> => {
    const made = await sacco.move('savings account', `${at}/${what}`, { amount_minor, ...body });
    if (made?.ending !== 'posted') throw new Error(`${what} ended as ${JSON.stringify(made)}`);
  };
  await move('deposits', paid_in, { savings_account_id: account.id });
  await move('withdrawals', withdrawn, { savings_account_id: account.id });
  const to_savings_account_id = `sav_${member.id.slice('mem_'.length)}`;
  await move('savings-transfers', left, { from_savings_account_id: account.id, to_savings_account_id });
  await place.must('POST', `${at}/savings-accounts/${account.id}/close`, {}, { as: 'maker' });
  sacco.both('cash_on_hand', `savings ${member.id}`, BigInt(left));
  sacco.both('cash_on_hand', 'fee_income', BigInt(WITHDRAWAL_FEE_MINOR));
}
