/** The credentials of M-PESA. */
import joi from 'joi';
import { given } from '../../../../core/given.ts';
import { checkedText } from '../configuration/credential-schemas.ts';
import type { CredentialField } from '../provider.port.ts';
import { MARKET_CODES } from './markets.rules.ts';
import { readCertificate } from './security-credential.ts';

const ADDRESS = joi.string().ip({ version: ['ipv4', 'ipv6'], cidr: 'optional' });

/** Needed together, for refunds, payouts and, where a push cannot be queried, to fetch the status of a receipt. */
const INITIATOR = ['initiator_name', 'initiator_password', 'certificate_pem'] as const;

/** Needed together, besides the initiator, where another shortcode pays out: it has operators of its own. */
const PAYER = ['payout_shortcode', 'payout_initiator_name', 'payout_initiator_password'] as const;

const PAYOUT_COMMANDS = ['BusinessPayment', 'SalaryPayment', 'PromotionPayment'];

const digits = joi
  .string()
  .pattern(/^\d{4,10}$/)
  .messages({ 'string.pattern.base': '{{#label}} must be a shortcode or till: 4 to 10 digits' });

export const CREDENTIALS: CredentialField[] = [
  { name: 'country', schema: joi.string().valid(...MARKET_CODES), open: true },
  { name: 'consumer_key', schema: joi.string().required() },
  { name: 'consumer_secret', schema: joi.string().required() },
  { name: 'shortcode', schema: digits.required(), open: true },
  { name: 'passkey', schema: joi.string().required() },
  {
    name: 'transaction_type',
    schema: joi.string().valid('CustomerPayBillOnline', 'CustomerBuyGoodsOnline'),
    open: true,
  },
  { name: 'party_b', schema: digits, open: true },
  { name: 'initiator_name', schema: joi.string(), open: true },
  { name: 'initiator_password', schema: joi.string() },
  {
    name: 'certificate_pem',
    schema: checkedText(
      (text) => readCertificate(text) !== null,
      "Safaricom's certificate for this environment, in PEM",
    ),
  },
  { name: 'payout_shortcode', schema: digits, open: true },
  { name: 'payout_initiator_name', schema: joi.string(), open: true },
  { name: 'payout_initiator_password', schema: joi.string() },
  { name: 'payout_command', schema: joi.string().valid(...PAYOUT_COMMANDS), open: true },
  {
    name: 'callback_ip_allowlist',
    schema: checkedText(
      (text) => addressesIn(text).every((each) => !ADDRESS.validate(each).error),
      'IP addresses or networks, separated by commas',
    ).allow(''),
    open: true,
  },
];

/** An initiator needs password and certificate, and so does the one of another shortcode. */
export function credentialRules(schema: joi.ObjectSchema): joi.ObjectSchema {
  return schema
    .and(...INITIATOR)
    .and(...PAYER)
    .with('payout_shortcode', 'certificate_pem');
}

export function hasInitiator(credentials: Record<string, string>): boolean {
  return INITIATOR.every((name) => credentials[name] !== undefined);
}

/** The shortcode that pays out and its operator, under the names of those that collect. */
export function payerOf(credentials: Record<string, string>): Record<string, string> {
  const { payout_shortcode, payout_initiator_name, payout_initiator_password } = credentials;
  return given({
    shortcode: payout_shortcode,
    initiator_name: payout_initiator_name,
    initiator_password: payout_initiator_password,
  });
}

/** @param list separated by commas */
export function addressesIn(list: string): string[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
