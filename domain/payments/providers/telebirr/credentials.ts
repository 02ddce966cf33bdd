/** The credentials of telebirr, and the keys in them. */
import { X509Certificate, type KeyObject } from 'node:crypto';
import joi from 'joi';
import { readPrivateKey, readPublicKey } from '../keys.ts';
import { checkedText, visibleText } from '../configuration/credential-schemas.ts';
import type { CredentialField } from '../provider.port.ts';
import { PADDINGS, type Padding } from './signature.ts';

/** The H5 sample's; other merchants are said to be given 3000. */
const DEFAULT_PAYEE_TYPE = '5000';

const digits = (name: string) =>
  joi
    .string()
    .pattern(/^\d{1,32}$/)
    .messages({ 'string.pattern.base': `{{#label}} must be ${name}, in digits` });

const visible = visibleText('written without spaces');

export const CREDENTIALS: CredentialField[] = [
  { name: 'fabric_app_id', schema: visible.required(), open: true },
  { name: 'app_secret', schema: visible.required() },
  { name: 'merchant_app_id', schema: digits("the merchant's app id").required(), open: true },
  { name: 'merchant_code', schema: digits("the merchant's short code").required(), open: true },
  {
    name: 'private_key',
    schema: checkedText(
      (text) => readPrivateKey(text, 'RSA') !== null,
      'an RSA private key of 2048 bits or more: PEM, or base64 of PKCS#8',
    ).required(),
  },
  {
    name: 'platform_public_key',
    schema: checkedText(
      (text) => readPublicKey(text, 'RSA') !== null,
      "telebirr's RSA public key: PEM, or base64 of SPKI",
    ),
  },
  { name: 'signature_padding', schema: joi.string().valid(...PADDINGS), open: true },
  { name: 'payee_type', schema: digits('a payee type'), open: true },
  { name: 'ca_pem', schema: checkedText(isCertificate, 'a certificate in PEM') },
];

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(certificateText(text)).ca;
  } catch {
    return false;
  }
}

function certificateText(text: string): string {
  return text.replaceAll(String.raw`\n`, '\n');
}

/** The credentials in the form in which calls need them. */
export interface Account {
  fabric_app_id: string;
  app_secret: string;
  merchant_app_id: string;
  merchant_code: string;
  private_key: KeyObject;
  /** Null: the signatures of callbacks cannot be checked. */
  platform_public_key: KeyObject | null;
  padding: Padding;
  payee_type: string;
  /** A certificate authority that is trusted besides the usual ones, as PEM. */
  ca_pem: string | null;
}

/** @throws Error unless the credentials were checked when they were saved */
export function accountOf(credentials: Record<string, string>): Account {
  const { fabric_app_id, app_secret, merchant_app_id, merchant_code, ca_pem } = credentials;
  const private_key = readPrivateKey(credentials['private_key'] ?? '', 'RSA');
  if (!fabric_app_id || !app_secret || !merchant_app_id || !merchant_code || !private_key)
    throw new Error("telebirr's credentials were checked when they were saved and cannot be read now");
  return {
    fabric_app_id,
    app_secret,
    merchant_app_id,
    merchant_code,
    private_key,
    platform_public_key: readPublicKey(credentials['platform_public_key'] ?? '', 'RSA'),
    padding: credentials['signature_padding'] === 'pkcs1v15' ? 'pkcs1v15' : 'pss',
    payee_type: credentials['payee_type'] ?? DEFAULT_PAYEE_TYPE,
    ca_pem: ca_pem === undefined ? null : certificateText(ca_pem),
  };
}
