/** What Safaricom's API would refuse in what it is sent. */
import type { KeyObject } from 'node:crypto';
import type { Fields } from '../stand-in.ts';
import { openPkcs1 } from './pkcs1.ts';

export interface Account {
  country: 'KE' | 'ET';
  shortcode: string;
  passkey: string;
  initiator_name: string;
  initiator_password: string;
  private_key: KeyObject;
}

const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;
/** Addresses with these words are refused. */
const REFUSED_IN_URLS = /m-?pesa|safaricom|exe|cmd|sql|query/i;
const PHONES = { KE: /^254[17]\d{8}$/, ET: /^2517\d{8}$/ };

/** @returns what is wrong, or null */
export function pushProblem(body: Fields, account: Account): string | null {
  const needed = ['TransactionType', 'PartyA', 'PartyB', 'PhoneNumber', 'CallBackURL', 'TransactionDesc'];
  for (const name of [...needed, 'AccountReference'])
    if (typeof body[name] !== 'string' || body[name] === '') return `Invalid ${name}`;
  if (!['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'].includes(String(body['TransactionType'])))
    return 'Invalid TransactionType';
  const amount = body['Amount'];
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1) return 'Invalid Amount';
  if (!PHONES[account.country].test(String(body['PhoneNumber']))) return 'Invalid PhoneNumber';
  if (body['PartyA'] !== body['PhoneNumber']) return 'Invalid PartyA';
  if (String(body['AccountReference']).length > 12) return 'Invalid AccountReference';
  if (String(body['TransactionDesc']).length > 13) return 'Invalid TransactionDesc';
  if (account.country === 'ET') {
    if (typeof body['MerchantRequestID'] !== 'string') return 'Invalid MerchantRequestID';
    if (!Array.isArray(body['ReferenceData'])) return 'Invalid ReferenceData';
  }
  return passwordProblem(body, account) ?? urlProblem(body['CallBackURL']);
}

export function passwordProblem(body: Fields, { shortcode, passkey }: Account): string | null {
  if (body['BusinessShortCode'] !== shortcode) return 'Invalid BusinessShortCode';
  const timestamp = String(body['Timestamp']);
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(timestamp) ?? [];
  const at_ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  if (!(Math.abs(Date.now() - at_ms) < MAX_CLOCK_DIFFERENCE_MS)) return 'Invalid Timestamp';
  const expected = Buffer.from(shortcode + passkey + timestamp).toString('base64');
  return body['Password'] === expected ? null : 'Wrong credentials';
}

/** Of what an initiator may ask for: reversals and statuses. */
export function initiatorProblem(body: Fields, account: Account, command: string): string | null {
  if (body['Initiator'] !== account.initiator_name) return 'Invalid Initiator';
  if (body['CommandID'] !== command) return 'Invalid CommandID';
  if (typeof body['Occasion'] !== 'string' || body['Occasion'].length > 100) return 'Invalid Occasion';
  return requestProblem(body, account);
}

/** Of every request that is answered later. */
function requestProblem(body: Fields, account: Account): string | null {
  const password = openPkcs1(String(body['SecurityCredential']), account.private_key);
  if (password !== account.initiator_password) return 'Invalid SecurityCredential';
  const remarks = body['Remarks'];
  if (typeof remarks !== 'string' || remarks.length < 2 || remarks.length > 100) return 'Invalid Remarks';
  return urlProblem(body['ResultURL']) ?? urlProblem(body['QueueTimeOutURL']);
}

export function payoutProblem(body: Fields, account: Account): string | null {
  const { OriginatorConversationID: id, Occassion: occasion } = body;
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) return 'Invalid OriginatorConversationID';
  if (body['InitiatorName'] !== account.initiator_name) return 'Invalid InitiatorName';
  if (!['BusinessPayment', 'SalaryPayment', 'PromotionPayment'].includes(String(body['CommandID'])))
    return 'Invalid CommandID';
  const amount = body['Amount'];
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1) return 'Invalid Amount';
  if (body['PartyA'] !== account.shortcode) return 'Invalid PartyA';
  if (!PHONES[account.country].test(String(body['PartyB']))) return 'Invalid PartyB';
  if (occasion !== undefined && !(typeof occasion === 'string' && /^.{1,100}$/.test(occasion)))
    return 'Invalid Occassion';
  return requestProblem(body, account);
}

export function reversalProblem(body: Fields, account: Account): string | null {
  if (body['ReceiverParty'] !== account.shortcode) return 'Invalid ReceiverParty';
  // The misspelling is Safaricom's.
  if (body['RecieverIdentifierType'] !== '11') return 'Invalid RecieverIdentifierType';
  if (!Number.isInteger(body['Amount'])) return 'Invalid Amount';
  if (account.country === 'ET') {
    for (const name of ['OriginatorConversationID', 'OriginalConcersationID'])
      if (typeof body[name] !== 'string' || body[name] === '') return `Invalid ${name}`;
  }
  return initiatorProblem(body, account, 'TransactionReversal');
}

export function statusProblem(body: Fields, account: Account): string | null {
  if (body['PartyA'] !== account.shortcode) return 'Invalid PartyA';
  if (body['IdentifierType'] !== '4') return 'Invalid IdentifierType';
  const keys = ['TransactionID', 'OriginalConversationID'].filter((name) => typeof body[name] === 'string');
  if (keys.length !== 1) return 'Invalid TransactionID';
  return initiatorProblem(body, account, 'TransactionStatusQuery');
}

export function registerProblem(body: Fields, account: Account): string | null {
  if (body['ShortCode'] !== account.shortcode) return 'Invalid ShortCode';
  if (!['Completed', 'Cancelled'].includes(String(body['ResponseType']))) return 'Invalid ResponseType';
  if (account.country === 'ET' && body['CommandID'] !== 'RegisterURL') return 'Invalid CommandID';
  return urlProblem(body['ConfirmationURL']) ?? urlProblem(body['ValidationURL']);
}

function urlProblem(url: unknown): string | null {
  const text = String(url);
  return URL.canParse(text) && !REFUSED_IN_URLS.test(text) ? null : `Invalid URL ${text}`;
}
