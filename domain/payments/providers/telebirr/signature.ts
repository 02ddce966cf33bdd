/**
 * telebirr's signatures: one text made of all fields, the same for what we send, for the checkout's address and for what
 * telebirr sends.
 */
import { constants, sign, verify, type KeyObject } from 'node:crypto';

type Fields = Record<string, unknown>;

/** `pss` is what the portal specifies; gateways that want the older padding are said to exist. */
export const PADDINGS = ['pss', 'pkcs1v15'] as const;
export type Padding = (typeof PADDINGS)[number];

/** The name of the signature in every signed message, whatever the padding. */
export const SIGN_TYPE = 'SHA256WithRSA';

/** The fields of `biz_content` are signed in its place. */
const UNSIGNED = new Set([
  'sign',
  'sign_type',
  'header',
  'refund_info',
  'openType',
  'raw_request',
  'biz_content',
  'wallet_reference_data',
]);

const OPTIONS = {
  pss: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  pkcs1v15: { padding: constants.RSA_PKCS1_PADDING },
} as const;

/** The fields of the message and of its `biz_content` in one flat row, sorted, without those that are empty. */
export function textToSign(message: Fields): string {
  const content = message['biz_content'];
  const nested = typeof content === 'object' && content !== null ? Object.entries(content as Fields) : [];
  return [...Object.entries(message), ...nested]
    .filter(([name, value]) => !UNSIGNED.has(name) && value !== undefined && value !== null && value !== '')
    .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([name, value]) => `${name}=${textOfValue(value)}`)
    .join('&');
}

/** Numbers of received messages are text already. */
function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @returns base64 */
export function signMessage(message: Fields, key: KeyObject, padding: Padding): string {
  return sign('sha256', Buffer.from(textToSign(message)), { key, ...OPTIONS[padding] }).toString('base64');
}

/** Is the message's own `sign` of that key? */
export function isSignedBy(message: Fields, key: KeyObject, padding: Padding): boolean {
  const signature = message['sign'];
  if (typeof signature !== 'string') return false;
  const bytes = Buffer.from(signature, 'base64');
  return verify('sha256', Buffer.from(textToSign(message)), { key, ...OPTIONS[padding] }, bytes);
}
