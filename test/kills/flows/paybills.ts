/** Money that comes without a prompt, by the sandbox and by M-PESA: for members, for loans, and for nobody. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DarajaStandIn } from '../../stand-ins/mpesa/index.ts';
import type { PaybillPayment } from '../../stand-ins/mpesa/model.ts';
import type { Reply } from '../caller.ts';
import type { Cooperative } from '../cooperative.ts';
import type { Place } from '../place.ts';
import type { Flow } from './flow.ts';
import { bookRepayment } from './loans.ts';
import { payerPhone } from './payments.ts';
import { anyone, MEMBERS, someVerb } from './savings.ts';

export const UNALLOCATED = '/api/v1/sacco/unallocated';
const NOTICE_PAUSE_MS = 500;

export const PAYBILL_FLOWS: Flow<Cooperative>[] = [
  { name: 'paybill', share: 3, run: payForMember },
  { name: 'loan by paybill', share: 2, run: payForLoan },
  { name: 'unallocated money', share: 4, run: payForNobody },
  { name: 'forged confirmation', share: 1, run: forge },
];

async function payForMember(sacco: Cooperative): Promise<void> {
  const { id, member_no } = anyone(sacco);
  const paid = await pay(sacco, member_no, 500);
  sacco.both('provider_clearing', `savings ${id}`, paid.amount);
  await countParts(sacco, id, paid);
}

/** What is above the payoff is saved. */
async function payForLoan(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  const loan = sacco.takeLoan(() => true);
  if (!loan) return;
  try {
    const { payoff } = loan.model;
    const paid = await pay(sacco, loan.id, Number(payoff / 80n) + 1);
    const { amount } = paid;
    const repaid = amount < payoff ? amount : payoff;
    place.books.add('provider_clearing', amount);
    place.books.add(`savings ${loan.member.id}`, amount - repaid);
    bookRepayment(sacco, loan, repaid);
    await countParts(sacco, loan.member.id, paid);
  } finally {
    loan.busy = false;
  }
}

/** Waits until the member has all of it, and counts what that was booked by. */
async function countParts(
  { place }: Cooperative,
  member_id: string,
  { payment_id, transaction_id }: Paid,
): Promise<void> {
  const receipt = await receiptOf(place, transaction_id, 'allocated');
  const { entries } = await place.get(`${MEMBERS}/${member_id}/entries?status=posted&limit=200`);
  for (const { id, receipt_id } of entries)
    if (receipt_id === receipt)
      place.events.add(['payment.completed', payment_id], ['sacco.entry.posted', id]);
}

/** Then two people say whose it is, or send it back, or leave it. */
async function payForNobody(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  const { transaction_id, amount } = await pay(sacco, `NOBODY ${place.number()}`, 300);
  sacco.both('provider_clearing', 'unallocated', amount);
  const id = await receiptOf(place, transaction_id, 'unallocated');
  const fate = place.random.pick(['allocate', 'allocate', 'refund', 'refund', 'stay'] as const);
  if (fate === 'allocate') await allocate(sacco, id, amount);
  if (fate === 'refund') await refund(sacco, id, amount);
}

/** Among the newest ones. @returns its id, once it has that status */
async function receiptOf(place: Place, transaction_id: string, status: string): Promise<string> {
  const receiptIn = ({ receipts }: Reply['body']): Reply['body'] =>
    receipts.find(({ reference }: Reply['body']) => reference === transaction_id);
  return receiptIn(await place.waitFor(`${UNALLOCATED}?status=${status}&limit=200`, receiptIn)).id;
}

async function allocate(sacco: Cooperative, receipt_id: string, amount: bigint): Promise<void> {
  const { id: member_id } = anyone(sacco);
  const purpose = sacco.place.random.pick(['savings', 'shares'] as const);
  const made = await sacco.move(
    'allocation',
    `${UNALLOCATED}/${receipt_id}/allocate`,
    { member_id, purpose },
    { verb: someVerb(sacco) },
  );
  if (made?.ending === 'posted') sacco.place.books.move('unallocated', `${purpose} ${member_id}`, amount);
}

/** How the payout ends is seen when all have ended. */
async function refund(sacco: Cooperative, receipt_id: string, amount: bigint): Promise<void> {
  const { place } = sacco;
  const token = place.token('refund of a receipt');
  const body = { memo: token, idempotency_key: token };
  const asked = await place.must('POST', `${UNALLOCATED}/${receipt_id}/refund`, body, {
    as: 'maker',
    refusals: ['payouts_disabled'],
  });
  if (!asked) return;
  const verb = someVerb(sacco);
  await place.decide(asked.approval_id, verb);
  if (verb === 'approve') sacco.receipt_refunds.push({ receipt_id, amount });
}

interface Paid {
  payment_id: string;
  transaction_id: string;
  amount: bigint;
}

/** Some of it is told twice. @param most in whole units */
async function pay(sacco: Cooperative, account_number: string, most: number): Promise<Paid> {
  const { place } = sacco;
  const phone = payerPhone(place, place.random.pick(['789', '678', '039']));
  const units = 1 + place.random.below(most);
  const paid =
    place.random.below(3) === 0
      ? await payByMpesa(sacco, { account: account_number, amount: `${units}.00`, phone: phone.slice(1) })
      : await payBySandbox(sacco, { account_number, amount: `${units}.00`, phone });
  place.events.add(['payment.completed', paid.payment_id]);
  return { ...paid, amount: BigInt(100 * units) };
}

async function payBySandbox(
  { place }: Cooperative,
  payment: { account_number: string; amount: string; phone: string },
): Promise<Omit<Paid, 'amount'>> {
  const transaction_id = `SBX${place.number()}`;
  const path = '/api/v1/sandbox/paybill';
  const body = { transaction_id, currency: 'KES', ...payment };
  let payment_id = '';
  await place.ask({
    flow: 'paybill',
    token: transaction_id,
    path,
    body: () => body,
    idOf: async () => (payment_id = await paymentOf(place, transaction_id)),
  });
  if (place.random.below(4) === 0) await place.must('POST', path, body);
  return { payment_id, transaction_id };
}

async function payByMpesa(
  { place, mpesa }: Cooperative,
  payment: Pick<PaybillPayment, 'account' | 'amount' | 'phone'>,
): Promise<Omit<Paid, 'amount'>> {
  const received = mpesa.receive(payment);
  const { transaction_id } = received;
  const operation = place.operations.begin('M-PESA paybill', transaction_id);
  operation.requests = await notify(mpesa, received);
  const payment_id = await paymentOf(place, transaction_id);
  Object.assign(operation, { answer: 'stored', id: payment_id });
  if (place.random.below(4) === 0) await notify(mpesa, received);
  return { payment_id, transaction_id };
}

/** It names a transaction that M-PESA does not know, so that it is never a payment. */
async function forge({ place, mpesa }: Cooperative): Promise<void> {
  const transaction_id = `FRG${String(place.number()).padStart(7, '0')}`;
  const phone = payerPhone(place, '789').slice(1);
  await notify(mpesa, { transaction_id, account: 'M00001', amount: '100.00', phone });
}

/** M-PESA confirms a payment until it is taken. @returns how often */
async function notify(mpesa: DarajaStandIn, payment: Omit<PaybillPayment, 'status'>): Promise<number> {
  for (let times = 1; ; times += 1) {
    const answer = await mpesa.notify('confirmation', payment).catch(() => null);
    if (answer?.status === 200) return times;
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(`the confirmation of ${payment.transaction_id} was answered ${answer.status}`);
    await delay(NOTICE_PAUSE_MS);
  }
}

async function paymentOf(place: Place, transaction_id: string): Promise<string> {
  const path = `/api/v1/payments?reference=${transaction_id}`;
  const { payments } = await place.waitFor(path, (body) => body.payments.length > 0);
  return payments[0].id;
}
