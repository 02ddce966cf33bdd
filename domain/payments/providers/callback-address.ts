/**
 * The addresses that a provider calls: each carries a token that cannot be guessed. It follows from the payment's id and the
 * server's key, so that a payment that is submitted again, or refunded, has the same address; only its hash is stored.
 */
import { randomBytes } from 'node:crypto';
import { equalInConstantTime, hashToken, type SecretBox } from '../../../core/crypto.ts';
import { newId } from '../../../core/ids.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { PaybillRow } from '../paybills/paybill.model.ts';
import type { PaymentRow } from '../payment.model.ts';
import { callbackSegment } from './index.ts';
import type { Provider } from './provider.port.ts';

/** 172 bits, in hexadecimal digits: they spell none of the words that providers refuse in addresses. */
const TOKEN_LENGTH = 43;

/** A new id, such that an address with it is one that the provider accepts for its callbacks. */
export function newCallbackId(
  kind: 'payment' | 'refund' | 'payout' | 'paybill' | 'paybill_confirmation',
  { callback_address_refused: refused }: Provider,
): string {
  for (;;) {
    const id = newId(kind);
    if (!refused?.test(id)) return id;
  }
}

/** With each key that the server has, the present one first. @throws AppError `encryption_key_missing` */
function tokensOf(secrets: SecretBox, payment_id: string): string[] {
  return secrets.derive(`callback:${payment_id}`).map((digits) => digits.slice(0, TOKEN_LENGTH));
}

/** @throws AppError `encryption_key_missing` */
export function callbackToken(secrets: SecretBox, payment_id: string): string {
  return tokensOf(secrets, payment_id)[0] as string;
}

/** Whether this token is of an address that was given to the provider, for what the id names. */
export function isCallbackToken(
  { secrets }: Context,
  { id, callback_token_hash }: Pick<PaymentRow, 'id' | 'callback_token_hash'>,
  token: string,
): boolean {
  if (callback_token_hash === null) return false;
  if (equalInConstantTime(hashToken(token), callback_token_hash)) return true;
  // The address was made after the server's key was replaced.
  return tokensOf(secrets, id).some((each) => equalInConstantTime(each, token));
}

/** @param server_url where the provider reaches this server, without a trailing slash */
export function callbackUrl(
  ctx: Context,
  provider: Provider,
  { id, environment }: Pick<PaymentRow, 'id' | 'environment'>,
  server_url: string,
): string {
  const base = callbackBaseUrl(ctx, provider, environment, server_url);
  return `${base}/callbacks/${callbackSegment(provider)}/${id}/${callbackToken(ctx.secrets, id)}`;
}

/** The tokens in the two addresses of a paybill. They are drawn and kept: an address that was registered outlives the server's key. */
export interface PaybillTokens {
  confirmation: string;
  validation: string;
}

/** No digit: a call to that address is known as a validation before anything is read. */
const VALIDATION_PREFIX = 'v';

export function newPaybillTokens(): PaybillTokens {
  const draw = (): string => randomBytes(TOKEN_LENGTH).toString('hex').slice(0, TOKEN_LENGTH);
  return { confirmation: draw(), validation: VALIDATION_PREFIX + draw() };
}

export function isValidationToken(token: string): boolean {
  return token.startsWith(VALIDATION_PREFIX);
}

/** The two addresses that a provider calls about payments that come by a paybill, before and after the money moves. */
export function paybillUrls(
  ctx: Context,
  provider: Provider,
  { id, environment, tokens }: Pick<PaybillRow, 'id' | 'environment'> & { tokens: PaybillTokens },
  server_url: string,
): { confirmation_url: string; validation_url: string } {
  const base = callbackBaseUrl(ctx, provider, environment, server_url);
  const address = (token: string): string => `${base}/callbacks/${callbackSegment(provider)}/${id}/${token}`;
  return { confirmation_url: address(tokens.confirmation), validation_url: address(tokens.validation) };
}

/** One address for all payments of a project and environment. */
export function webhookUrl(
  { ctx, scope: { project_id, environment } }: ScopedContext,
  provider: Provider,
  { server_url, token }: { server_url: string; token: string },
): string {
  const base = callbackBaseUrl(ctx, provider, environment, server_url);
  return `${base}/callbacks/${callbackSegment(provider)}/${project_id}/${token}`;
}

/** Where this provider reaches this server: configured for it alone, or the same as for everybody. */
export function callbackBaseUrl(
  { config }: Context,
  { name }: Provider,
  environment: PaymentRow['environment'],
  server_url: string,
): string {
  return config.provider_callback_urls[`${name}:${environment}`] ?? server_url;
}
