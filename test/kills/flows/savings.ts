/** Members and their money: cash, shares, payments, expenses, reversals, exits. */
import type { Cooperative, Member } from '../cooperative.ts';
import type { Verb } from '../place.ts';
import { newCustomer } from './customers.ts';
import type { Flow } from './flow.ts';
import { payerPhone } from './payments.ts';

export const ENTRANCE_FEE_MINOR = 20_000;
/** What takes a member's withdrawals of the day above this waits for a checker. */
export const THRESHOLD_MINOR = 100_000;
/** Of the bank account that the set-up opens. */
export const BANK_CODE = '1100';
const MOST_MEMBERS = 25;

export const SAVINGS_FLOWS: Flow<Cooperative>[] = [
  { name: 'member', share: 1, run: join },
  { name: 'deposit', share: 5, run: saveSomething },
  { name: 'withdrawal', share: 4, run: withdraw },
  { name: 'shares', share: 3, run: buyShares },
  { name: 'member payment', share: 3, run: payForMember },
  { name: 'reversal', share: 2, run: reverse },
  { name: 'expense', share: 1, run: spend },
  { name: 'cash adjustment', share: 1, run: countCash },
  { name: 'banking', share: 2, run: bankCash },
  { name: 'journal', share: 1, run: postJournal },
  { name: 'exit', share: 1, run: exit },
];

export const MEMBERS = '/api/v1/sacco/members';

export function anyone({ place, members }: Cooperative): Member {
  return place.random.pick(members);
}

/** Mostly approved. */
export function someVerb({ place }: Cooperative): Verb {
  return place.random.pick(['approve', 'approve', 'approve', 'reject', 'cancel']);
}

/** A customer who joins, with the entrance fee in cash; to some of their phones the sandbox sends nothing. */
export async function newMember(sacco: Cooperative): Promise<Member> {
  const { place } = sacco;
  const phone_end = place.random.pick(['789', '789', '678', '039']);
  const customer_id = await newCustomer(place, payerPhone(place, phone_end));
  const { id } = await place.ask({
    flow: 'member',
    // A customer joins once: repeating the request is answered with the member.
    token: customer_id,
    path: MEMBERS,
    body: () => ({ customer_id, pay_entrance_fee: true }),
  });
  const { member_no } = await place.waitFor(
    `${MEMBERS}/${id}`,
    ({ entrance_fee_paid }) => entrance_fee_paid === true,
  );
  sacco.both('cash_on_hand', 'fee_income', BigInt(ENTRANCE_FEE_MINOR));
  const { entries } = await place.get(`${MEMBERS}/${id}/entries?kind=entrance_fee`);
  place.events.add(['sacco.entry.posted', entries[0].id]);
  return { id, member_no, pledged: 0n };
}

export async function join(sacco: Cooperative): Promise<void> {
  if (sacco.members.length >= MOST_MEMBERS) return;
  const member = await newMember(sacco);
  await deposit(sacco, member, 500_000);
  sacco.members.push(member);
}

async function saveSomething(sacco: Cooperative): Promise<void> {
  await deposit(sacco, anyone(sacco));
}

/** @returns the entry */
async function deposit(
  sacco: Cooperative,
  member: Member,
  amount_minor = 1 + sacco.place.random.below(50_000),
): Promise<{ id: string; amount: bigint }> {
  const made = await sacco.move('deposit', `${MEMBERS}/${member.id}/deposits`, { amount_minor });
  if (made?.ending !== 'posted') throw new Error(`a deposit ended as ${JSON.stringify(made)}`);
  const amount = BigInt(amount_minor);
  sacco.both('cash_on_hand', `savings ${member.id}`, amount);
  return { id: made.id, amount };
}

async function withdraw(sacco: Cooperative): Promise<void> {
  const member = anyone(sacco);
  const amount_minor = 1 + sacco.place.random.below(THRESHOLD_MINOR / 2);
  const verb = someVerb(sacco);
  const made = await sacco.move(
    'withdrawal',
    `${MEMBERS}/${member.id}/withdrawals`,
    { amount_minor },
    { verb },
  );
  if (made?.ending === 'posted') sacco.both('cash_on_hand', `savings ${member.id}`, -BigInt(amount_minor));
}

async function buyShares(sacco: Cooperative): Promise<void> {
  const member = anyone(sacco);
  const from = sacco.place.random.pick(['cash', 'savings'] as const);
  const amount_minor = 1 + sacco.place.random.below(20_000);
  const made = await sacco.move('shares', `${MEMBERS}/${member.id}/shares`, { from, amount_minor });
  if (made?.ending !== 'posted') return;
  const [shares, amount] = [`shares ${member.id}`, BigInt(amount_minor)];
  if (from === 'cash') sacco.both('cash_on_hand', shares, amount);
  else sacco.place.books.move(`savings ${member.id}`, shares, amount);
}

async function payForMember(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  const member = anyone(sacco);
  const purpose = place.random.pick(['savings', 'shares'] as const);
  const amount_minor = 100 * (1 + place.random.below(300));
  const { id } = await place.ask({
    flow: 'member payment',
    path: '/api/v1/payments',
    headers: (token) => ({ 'idempotency-key': token }),
    body: (token) => ({
      provider: 'sandbox',
      amount: amount_minor / 100,
      currency: 'KES',
      reference: token,
      customer_phone: payerPhone(place, place.random.pick(['789', '678'])),
      metadata: { sacco_member_id: member.id, sacco_purpose: purpose },
    }),
  });
  sacco.payments.push({ id, member_id: member.id, entry_id: null });
  place.events.add(['payment.completed', id]);
  // The money stays with the provider; the merchant's balance passes it on.
  sacco.both('provider_clearing', `${purpose} ${member.id}`, BigInt(amount_minor));
}

async function reverse(sacco: Cooperative): Promise<void> {
  const member = anyone(sacco);
  const { id, amount } = await deposit(sacco, member);
  const made = await sacco.move(
    'reversal',
    `/api/v1/sacco/entries/${id}/reverse`,
    {},
    { verb: someVerb(sacco) },
  );
  if (made?.ending !== 'posted') return;
  sacco.both('cash_on_hand', `savings ${member.id}`, -amount);
  sacco.place.events.add(['sacco.entry.posted', id], ['sacco.entry.reversed', id]);
}

async function spend(sacco: Cooperative): Promise<void> {
  const amount_minor = 1 + sacco.place.random.below(5_000);
  const body = { amount_minor, category: 'Rent' };
  const made = await sacco.move('expense', '/api/v1/sacco/expenses', body, { verb: someVerb(sacco) });
  if (made?.ending !== 'posted') return;
  sacco.place.books.move('cash_on_hand', 'operating_expenses', BigInt(amount_minor));
}

/** Cash to the bank, which the set-up has opened, and back again. */
async function bankCash(sacco: Cooperative): Promise<void> {
  const amount_minor = 1 + sacco.place.random.below(1_000);
  const direction = sacco.place.random.pick(['till_to_bank', 'till_to_bank', 'bank_to_till'] as const);
  const body = { amount_minor, direction, account: BANK_CODE, reference: 'slip' };
  const made = await sacco.move('banking', '/api/v1/sacco/bankings', body, { verb: someVerb(sacco) });
  if (made?.ending !== 'posted') return;
  const amount = BigInt(direction === 'till_to_bank' ? amount_minor : -amount_minor);
  sacco.place.books.move('cash_on_hand', 'bank', amount);
}

/** The bank's charges. */
async function postJournal(sacco: Cooperative): Promise<void> {
  const amount_minor = 1 + sacco.place.random.below(20);
  const lines = [
    { account: '5100', debit_minor: amount_minor },
    { account: BANK_CODE, credit_minor: amount_minor },
  ];
  const made = await sacco.move(
    'journal',
    '/api/v1/accounting/journals',
    { lines },
    { verb: someVerb(sacco) },
  );
  if (made?.ending !== 'posted') return;
  sacco.place.books.move('bank', 'operating_expenses', BigInt(amount_minor));
}

async function countCash(sacco: Cooperative): Promise<void> {
  const amount_minor = 1 + sacco.place.random.below(1_000);
  const direction = sacco.place.random.pick(['in', 'out'] as const);
  const body = { amount_minor, direction };
  const path = '/api/v1/sacco/cash-adjustments';
  const made = await sacco.move('cash adjustment', path, body, { verb: someVerb(sacco) });
  if (made?.ending !== 'posted') return;
  // Counted cash without an owner; debits of the adjustments are cash that is missing.
  const [from, to] =
    direction === 'in' ? ['cash_adjustments', 'cash_on_hand'] : ['cash_on_hand', 'cash_adjustments'];
  sacco.place.books.move(from, to, BigInt(amount_minor));
}

/** Somebody who joins, saves and leaves again, with cash or with what is sent to the phone; or stays, where that is refused. */
async function exit(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  const member = await newMember(sacco);
  await deposit(sacco, member);
  const verb = someVerb(sacco);
  const savings = place.books.balance(`savings ${member.id}`);
  const [to, account] = place.random.pick([
    [{}, 'cash_on_hand'],
    [{ to: 'mobile', provider: 'sandbox' }, 'provider_clearing'],
  ] as const);
  const made = await sacco.move('exit', `${MEMBERS}/${member.id}/exit`, to, {
    verb,
    refusals: ['payouts_disabled'],
  });
  if (made?.ending === 'posted') sacco.both(account, `savings ${member.id}`, -savings);
  else sacco.members.push(member);
}
