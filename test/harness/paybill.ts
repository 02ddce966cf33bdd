/** Money that comes by paybill, sent to the sandbox as payers would. */
import { randomInt } from 'node:crypto';
import type { Context } from '../../domain/platform/context.ts';
import { postings, paybills } from '../../domain/payments/index.ts';
import * as receipts from '../../domain/receipts/index.ts';
import type { Client, Reply } from './client.ts';
import type { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { must } from './people.ts';
import type { ProviderService } from './provider.ts';
import { createSacco, type Sacco } from './sacco.ts';
import { until } from './wait.ts';

export const UNALLOCATED = '/api/v1/sacco/unallocated';

export function transactionId(): string {
  return `SB${randomInt(1_000_000_000, 2_000_000_000)}`;
}

/** @param amount decimal text */
export function sendPaybill(
  key: Client,
  account_number: string,
  amount: string,
  more: object = {},
): Promise<Reply> {
  return key.post('/api/v1/sandbox/paybill', {
    transaction_id: transactionId(),
    amount,
    currency: 'KES',
    account_number,
    phone: '+254712345678',
    name: 'Wanjiru Kamau',
    ...more,
  });
}

/** Works through what waits, where no queue is worked on: confirms, books and allocates until nothing is due. */
export async function workPaybills(ctx: Context): Promise<void> {
  for (const { id } of await ctx.db('paybill_confirmations').where({ status: 'pending' }).select('id'))
    await paybills.confirm(ctx, id);
  await postings.postPending(ctx);
  for (let left = true; left;) {
    const due = await ctx
      .db('sacco_receipts')
      .where({ status: 'pending', booked: true, attempts: 0 })
      .select('payment_id');
    for (const { payment_id } of due) await receipts.allocateNext(ctx, payment_id);
    left = due.length > 0;
  }
}

/** The receipt of a transaction once it has that status. */
export async function receiptOf(
  ctx: Context,
  transaction_id: string,
  ...statuses: string[]
): Promise<Record<string, unknown> & { id: string; payment_id: string }> {
  return until(`the receipt of ${transaction_id} is ${statuses.join(' or ')}`, async () => {
    const row = await ctx.db('sacco_receipts').where({ reference: transaction_id }).first();
    return row && statuses.includes(row.status) ? row : null;
  });
}

/** The maker's request to allocate; of an amount in a receipt that is unallocated. */
export function allocate(sacco: Pick<Sacco, 'maker'>, receipt_id: string, body: object): Promise<Reply> {
  return sacco.maker.post(`${UNALLOCATED}/${receipt_id}/allocate`, {
    purpose: 'savings',
    memo: 'She sent the wrong number',
    idempotency_key: crypto.randomUUID(),
    ...body,
  });
}

/** A receipt that is unallocated. @returns its id */
export async function unallocatedReceipt(
  ctx: Context,
  key: Client,
  amount: string,
  more: object = {},
): Promise<string> {
  const { body } = must(await sendPaybill(key, 'NOBODY', amount, more));
  await workPaybills(ctx);
  return (await receiptOf(ctx, body.transaction_id, 'unallocated')).id;
}

/** A cooperative whose paybill is M-PESA's, turned on. */
export async function saccoWithPaybill(
  { service, gateway }: ProviderService<DarajaStandIn>,
  settings: object = {},
): Promise<Sacco> {
  const made = await createSacco(service, settings);
  await configureMpesa(made, { ...gateway.credentials, ...gateway.initiator });
  must(await putPaybill(made, { enabled: true }));
  return made;
}

export async function configureMpesa({ project }: Sacco, credentials: object): Promise<void> {
  const path = `/api/projects/${project.id}/providers/mpesa?environment=test`;
  must(await project.owner.client.put(path, { credentials }));
}

export function putPaybill({ project }: Sacco, change: object, by = project.owner.client): Promise<Reply> {
  return by.put(`/api/projects/${project.id}/providers/mpesa/paybill`, { environment: 'test', ...change });
}

/** What was stored of a transaction. */
export function confirmationOf(ctx: Context, transaction_id: string) {
  return ctx.db('paybill_confirmations').where({ transaction_id }).first();
}

/** As if it had been received, and its answer asked for, so long ago; the provider is to be asked now. */
export async function ageConfirmation(
  ctx: Context,
  transaction_id: string,
  minutes: number,
): Promise<string> {
  const { id, provider_data } = await confirmationOf(ctx, transaction_id);
  const asked_at = 'status-paybill-asked_at';
  const earlier = Number(provider_data[asked_at]) - minutes * 60_000;
  await ctx
    .db('paybill_confirmations')
    .where({ id })
    .update({
      received_at: new Date(Date.now() - minutes * 60_000),
      next_attempt_at: new Date(0),
      provider_data: JSON.stringify({
        ...provider_data,
        ...(asked_at in provider_data ? { [asked_at]: String(earlier) } : {}),
      }),
    });
  return id;
}
