/** Reads SantimPay's callbacks. The header `Signed-Token` mirrors the body and proves that SantimPay sent it. */
import type { KeyObject } from 'node:crypto';
import { systemNow } from '../../../../core/clock.ts';
import { given } from '../../../../core/given.ts';
import { idPattern } from '../../../../core/ids.ts';
import { readJsonObject } from '../../../../core/json.ts';
import type { PaymentRow } from '../../payment.model.ts';
import { textOf } from '../answer-text.rules.ts';
import type { PayoutCallbackReading, PayoutOrder } from '../payout.port.ts';
import type { CallbackReading, ProviderCallback, ProviderSetup } from '../provider.port.ts';
import { statusName, statusOf } from './answers.rules.ts';
import { readPublicKey } from '../keys.ts';
import { verifyToken } from './signed-token.ts';

/** The key that the official SDK publishes; its sample callback verifies against it. */
const PUBLISHED_KEY =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEo5FyFVlH0XGCvSo/9kBq2jr7KId2DskcmjMPXAT/Sy8gjOyWJjBOgT24tj1PA7dgmohkBnF/+pjwlziNfxjrPg==';
const ISSUER = 'services.santimpay.com';
/** A token older than this may be a replay; one from the future only has a clock a little ahead of ours. */
const MAX_AGE_S = 300;
const MAX_AHEAD_S = 60;
/** Claims that must equal the fields of the body. */
const MIRRORED = ['txnId', 'thirdPartyId', 'merId', 'Status', 'totalAmount'];

export function readCallback(
  payment: PaymentRow,
  { headers, body }: ProviderCallback,
  { credentials }: ProviderSetup,
): CallbackReading {
  const said = readJsonObject(body.toString('utf8')) ?? {};
  const reference = textOf(said['thirdPartyId']);
  const is_payout = reference !== null && idPattern('refund').test(reference);
  if (reference !== null && reference !== payment.id && !is_payout) return { authenticity: 'rejected' };
  const authenticity = authenticityOf(said, headers, keyFor(payment, credentials));
  if (authenticity === 'rejected') return { authenticity };
  return {
    authenticity,
    // A payout's id is not the payment's.
    ...given({ provider_txn_id: is_payout ? null : textOf(said['txnId']), claimed_status: statusName(said) }),
    claims_paid: !is_payout && statusOf(said) === 'completed',
  };
}

/** A payout has an address of its own. */
export function readPayoutCallback(
  payout: PayoutOrder,
  { headers, body }: ProviderCallback,
  { credentials }: ProviderSetup,
): PayoutCallbackReading {
  const said = readJsonObject(body.toString('utf8')) ?? {};
  const reference = textOf(said['thirdPartyId']) ?? textOf(said['clientReference']);
  if (reference !== null && reference !== payout.id) return { authenticity: 'rejected' };
  return {
    authenticity: authenticityOf(said, headers, keyFor(payout, credentials)),
    ...given({ claimed_status: statusName(said) }),
  };
}

function authenticityOf(
  said: Record<string, unknown>,
  headers: ProviderCallback['headers'],
  key: KeyObject | null,
): CallbackReading['authenticity'] {
  if (!key) return 'unverified';
  return isGenuine(headers['signed-token'], said, key) ? 'verified' : 'rejected';
}

/** Null on the test system, whose key is not published, unless the project has one. */
function keyFor(
  { environment }: Pick<PaymentRow, 'environment'>,
  { callback_public_key }: Record<string, string>,
): KeyObject | null {
  if (callback_public_key) return readPublicKey(callback_public_key, 'P-256');
  return environment === 'live' ? readPublicKey(PUBLISHED_KEY, 'P-256') : null;
}

function isGenuine(token: string | undefined, said: Record<string, unknown>, key: KeyObject): boolean {
  const claims = token === undefined ? null : verifyToken(token, key);
  if (!claims || claims['iss'] !== ISSUER) return false;
  const age_s = systemNow().getTime() / 1_000 - Number(claims['iat']);
  // Also false when there is no iat: NaN compares with nothing.
  if (!(age_s <= MAX_AGE_S && age_s >= -MAX_AHEAD_S)) return false;
  return MIRRORED.every((name) => claims[name] === undefined || textOf(claims[name]) === textOf(said[name]));
}
