/**
 * Reads Chapa's callbacks: an unsigned GET after the payer's return, and the webhook of its dashboard. Of the webhook's two
 * signatures one is a constant that does not cover the body: it proves nothing.
 */
import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../../../core/crypto.ts';
import { given } from '../../../../core/given.ts';
import { readJsonObject } from '../../../../core/json.ts';
import type { PaymentRow } from '../../payment.model.ts';
import { textOf } from '../answer-text.rules.ts';
import type { CallbackReading, ProviderCallback, ProviderSetup } from '../provider.port.ts';

export function readCallback(
  payment: PaymentRow,
  callback: ProviderCallback,
  { credentials }: ProviderSetup,
): CallbackReading {
  const said = fieldsOf(callback);
  const named = paymentNamedIn(callback);
  if (named !== null && named !== payment.id) return { authenticity: 'rejected' };
  const authenticity = authenticityOf(callback, credentials['webhook_secret']);
  if (authenticity === 'rejected') return { authenticity };
  return {
    authenticity,
    ...given({
      provider_txn_id: textOf(said['reference']) ?? textOf(said['ref_id']),
      claimed_status: textOf(said['event']) ?? textOf(said['status']),
    }),
    claims_paid: textOf(said['status'])?.toLowerCase() === 'success',
  };
}

/** The payment that the callback names: the dashboard's webhook has one address for all payments. */
export function paymentNamedIn(callback: ProviderCallback): string | null {
  const said = fieldsOf(callback);
  return textOf(said['tx_ref']) ?? textOf(said['trx_ref']);
}

/** The fields of the body, or else of the query. */
export function fieldsOf({ query, body }: ProviderCallback): Record<string, unknown> {
  return readJsonObject(body.toString('utf8')) ?? Object.fromEntries(new URLSearchParams(query));
}

export function authenticityOf(
  { headers, body }: ProviderCallback,
  webhook_secret: string | undefined,
): CallbackReading['authenticity'] {
  const signature = headers['x-chapa-signature'];
  if (webhook_secret === undefined || signature === undefined) return 'unverified';
  return isSignedBy(body, webhook_secret, signature) ? 'verified' : 'rejected';
}

/** Chapa's own sample signs the body as JSON without spaces, whatever was sent. */
export function isSignedBy(body: Buffer, secret: string, signature: string): boolean {
  const texts = [body.toString('utf8'), compact(body)].filter((text) => text !== null);
  return texts.some((text) => equalInConstantTime(signatureOf(text, secret), signature));
}

export function signatureOf(text: string, webhook_secret: string): string {
  return createHmac('sha256', webhook_secret).update(text).digest('hex');
}

function compact(body: Buffer): string | null {
  try {
    return JSON.stringify(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}
