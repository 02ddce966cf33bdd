/** SantimPay's tokens: compact JWS, ES256 only, the signature as raw r||s. */
import { sign, verify, type KeyObject } from 'node:crypto';
import { readJsonObject, toJson } from '../../../../core/json.ts';

const HEADER = encode('{"alg":"ES256","typ":"JWT"}');
/** r and s of P-256. Node's default, DER, is longer and refused. */
const SIGNATURE_BYTES = 64;

/**
 * @param claims exactly those of the call, in its order: any further claim, also `iat`, makes SantimPay refuse the token
 */
export function signToken(claims: object, private_key: KeyObject): string {
  const input = `${HEADER}.${encode(toJson(claims))}`;
  const signature = sign('sha256', Buffer.from(input), { key: private_key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

/** @returns the claims, numbers as text; null unless the token is ES256 and signed with that key */
export function verifyToken(token: string, public_key: KeyObject): Record<string, unknown> | null {
  const [header, claims, signature, ...rest] = token.split('.');
  if (!header || !claims || !signature || rest.length > 0) return null;
  if (readJsonObject(decode(header))?.['alg'] !== 'ES256') return null;
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.length !== SIGNATURE_BYTES) return null;
  const key = { key: public_key, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), key, bytes)) return null;
  return readJsonObject(decode(claims));
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decode(part: string): string {
  return Buffer.from(part, 'base64url').toString('utf8');
}
