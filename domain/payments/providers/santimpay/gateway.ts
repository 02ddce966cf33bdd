/** Calls to SantimPay's gateway, each with a signed token, and the status of a transaction. */
import type { KeyObject } from 'node:crypto';
import { systemNow } from '../../../../core/clock.ts';
import { ExactNumber, toJson } from '../../../../core/json.ts';
import { sanitize, textOf } from '../answer-text.rules.ts';
import { callProvider, CREDENTIALS_REFUSED, type ProviderAnswer } from '../http.ts';
import { readPrivateKey } from '../keys.ts';
import { ProviderUnavailable, type ProviderSetup } from '../provider.port.ts';
import { isNotFound, isTransaction, refusalIn } from './answers.rules.ts';
import { signToken } from './signed-token.ts';

/** Ethiopian mobile numbers, the only ones that SantimPay accepts. */
export const PHONE = /^\+251[79]\d{8}$/;

/**
 * What moves money: amount and reason stand in the body and in its token alike.
 * @param channel of a transaction that names one: its token does so too
 */
export function signedFields(
  { amount_minor, reason }: { amount_minor: bigint; reason: string },
  setup: ProviderSetup,
  channel?: { paymentMethod: string; phoneNumber: string },
): object {
  const { merchant_id: merchantId } = setup.credentials;
  const amount = new ExactNumber(amount_minor);
  const claims = { amount, paymentReason: reason, ...channel, merchantId, generated: generated() };
  return { amount, reason, merchantId, signedToken: signToken(claims, signingKey(setup)) };
}

/**
 * @param id as we gave it to SantimPay, of a payment or a payout
 * @returns null when SantimPay does not know it
 * @throws ProviderUnavailable
 */
export async function fetchTransaction(
  id: string,
  setup: ProviderSetup,
): Promise<Record<string, unknown> | null> {
  const { merchant_id } = setup.credentials;
  const request = {
    id,
    merchantId: merchant_id,
    // This call alone spells the claim merId.
    signedToken: signToken({ id, merId: merchant_id, generated: generated() }, signingKey(setup)),
    // Clients in use spell it either way.
    fullParams: true,
    fullParam: true,
  };
  const { status_code, body } = await call(setup, '/fetch-transaction-status', {
    body: request,
    repeatable: true,
  });
  if (isTransaction(body)) return body;
  const said = refusalIn(body) ?? textOf(body['message']) ?? `answered ${status_code}`;
  if (status_code === 404 || isNotFound(said)) return null;
  throw new ProviderUnavailable(`the status was refused: ${sanitize(said)}`);
}

/** @returns why it was refused, or null when it was not */
export function refusalOf({ status_code, body }: ProviderAnswer): string | null {
  return refusalIn(body) ?? (status_code >= 400 ? (textOf(body['message']) ?? 'refused') : null);
}

/** @throws ProviderUnavailable also where the gateway token is refused: that says nothing about the request */
export async function call(
  setup: ProviderSetup,
  path: string,
  { body, repeatable }: { body: object; repeatable: boolean },
): Promise<ProviderAnswer> {
  const answer = await callProvider(setup, path, {
    method: 'POST',
    headers: { authorization: `Bearer ${setup.credentials['token']}` },
    body: { json: toJson(body) },
    bare_statuses: CREDENTIALS_REFUSED,
    repeatable,
  });
  if (CREDENTIALS_REFUSED.includes(answer.status_code))
    throw new ProviderUnavailable('the gateway token was refused', undefined, false);
  return answer;
}

/** The token's age, in seconds of real time. */
function generated(): number {
  return Math.floor(systemNow().getTime() / 1_000);
}

function signingKey({ credentials }: ProviderSetup): KeyObject {
  const key = readPrivateKey(credentials['private_key'] ?? '', 'P-256');
  if (!key) throw new Error("SantimPay's private key was checked when it was saved and cannot be read now");
  return key;
}
