/** A stand-in for SantimPay's gateway. */
import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { StandIn, type Answer, type Ending, type Fields, type Received } from './stand-in.ts';

export interface SantimPayFaults {
  /** Of callbacks, besides a right and a wrong one. */
  callback_token: 'usual' | 'none' | 'old' | 'mirrors_another_body' | 'none_algorithm';
  status_currency: string | null;
  status_reference: string | null;
  /** Every call is answered with this status and without any text, as if the gateway token were wrong. */
  refuse_token: number | null;
  /** Initiating is refused with this message. */
  decline: string | null;
  /** How payouts stand. */
  payout_status: 'SUCCESS' | 'PENDING' | 'FAILED';
  /** A payout is refused with this message. */
  decline_payout: string | null;
  /** The answer to a payout is lost: never before it, or after it was made. */
  lose_payout: 'never' | 'before' | 'after';
  /** A payout is made all the same while it is refused: it was on its way before. */
  makes_refused_payout: boolean;
}

const NO_SANTIMPAY_FAULTS: SantimPayFaults = {
  callback_token: 'usual',
  status_currency: null,
  status_reference: null,
  refuse_token: null,
  decline: null,
  payout_status: 'SUCCESS',
  decline_payout: null,
  lose_payout: 'never',
  makes_refused_payout: false,
};

interface Transaction {
  id: string;
  txnId: string;
  /** Major units, as text. */
  asked: string;
  reason: string;
  notifyUrl: string;
  phoneNumber: string | undefined;
  Status: string;
}

const MAX_TOKEN_AGE_S = 300;

export class SantimPayStandIn extends StandIn<SantimPayFaults> {
  readonly merchant_id = '11111111-2222-3333-4444-555555555555';
  readonly token = 'stand-in-gateway-token-0001';
  readonly private_key: string;
  readonly callback_public_key: string;
  readonly transactions = new Map<string, Transaction>();
  readonly payouts = new Map<string, Transaction & { phone: string; method: string }>();
  commission_from_customer = false;
  /** Of whoever paid, as SantimPay spells it. */
  payer_msisdn = '';
  protected override readonly prefix = '/api/v1/gateway';
  readonly #merchant_key: KeyObject;
  readonly #callback_key: KeyObject;

  constructor() {
    super(NO_SANTIMPAY_FAULTS);
    const merchant = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.private_key = merchant.privateKey.export({ type: 'sec1', format: 'pem' }).toString();
    this.#merchant_key = createPublicKey(merchant.privateKey);
    this.#callback_key = own.privateKey;
    this.callback_public_key = own.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  }

  get credentials(): Record<string, string> {
    const { merchant_id, token, private_key } = this;
    return { merchant_id, token, private_key };
  }

  charges(payment_id: string): number {
    return this.transactions.has(payment_id) ? 1 : 0;
  }

  protected forget(): void {
    this.commission_from_customer = false;
    this.payer_msisdn = '';
    this.transactions.clear();
    this.payouts.clear();
  }

  protected end(payment_id: string, ending: Ending): void {
    this.#known(payment_id).Status = STATUSES[ending] ?? ending;
  }

  protected callbackOf(payment_id: string) {
    const transaction = this.#known(payment_id);
    const body = JSON.stringify(this.#fieldsOf(transaction, this.faults.callback_amount));
    const token = this.#signedToken(JSON.parse(body) as Fields);
    return {
      url: transaction.notifyUrl,
      headers: { 'content-type': 'application/json', ...(token ? { 'signed-token': token } : {}) },
      body,
    };
  }

  /** Calls back about a payout as it stands. @returns the answer's status */
  async callBackPayout(id: string): Promise<number> {
    const payout = this.payouts.get(id);
    if (!payout) throw new Error(`no payout ${id}`);
    const fields = this.#fieldsOf({ ...payout, Status: this.faults.payout_status }, null);
    const body = JSON.stringify({ ...fields, transactionType: 'GATEWAY_PAYOUT' });
    const token = this.#signedToken(JSON.parse(body) as Fields);
    const headers = { 'content-type': 'application/json', ...(token ? { 'signed-token': token } : {}) };
    const response = await fetch(payout.notifyUrl, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  }

  #known(id: string): Transaction {
    const transaction = this.transactions.get(id);
    if (!transaction) throw new Error(`no transaction ${id}`);
    return transaction;
  }

  protected paymentCollectedBy({ path, body }: Received): string | null {
    return path === '/initiate-payment' || path === '/direct-payment' ? String(body['id']) : null;
  }

  protected act(received: Received): Answer {
    if (this.faults.refuse_token) return { status: this.faults.refuse_token };
    const is_lost = received.path === '/payout-transfer' && this.faults.lose_payout;
    if (is_lost === 'before') return { status: 500, body: {} };
    if (is_lost === 'after') {
      this.#answerTo(received);
      return { status: 500, body: {} };
    }
    return { body: this.#answerTo(received) };
  }

  #answerTo(received: Received): Fields {
    const { path, body } = received;
    const refused = this.#complaint(received);
    if (refused) return decline(this.complain(refused));
    const id = String(body['id']);
    const existing = this.transactions.get(id);
    if (path === '/fetch-transaction-status') {
      const { status_amount } = this.faults;
      const payout = this.payouts.get(id);
      if (payout)
        return {
          ...this.#fieldsOf({ ...payout, Status: this.faults.payout_status }, null),
          transactionType: 'GATEWAY_PAYOUT',
        };
      return existing ? this.#fieldsOf(existing, status_amount, true) : decline('transaction not found');
    }
    if (path === '/payout-transfer') return this.#payOut(id, body);
    if (this.faults.decline) return decline(this.faults.decline);
    if (existing) return decline('duplicate client reference');
    this.transactions.set(id, {
      id,
      txnId: `txn-${id.slice(-12)}`,
      asked: String(body['amount']),
      reason: String(body['reason']),
      notifyUrl: String(body['notifyUrl']),
      phoneNumber: body['phoneNumber'] as string | undefined,
      Status: 'PENDING',
    });
    if (path === '/direct-payment') return { status: 'PENDING', txnId: `txn-${id.slice(-12)}` };
    return { url: `https://pay.example.org/?id=${id}&amp;lang=am` };
  }

  #payOut(id: string, body: Fields): Fields {
    const refusal = this.faults.decline_payout;
    if (refusal && !this.faults.makes_refused_payout) return decline(refusal);
    if (this.payouts.has(id)) return decline('duplicate client reference');
    this.payouts.set(id, {
      id,
      txnId: `txn-${id.slice(-12)}`,
      asked: String(body['amount']),
      reason: String(body['reason']),
      notifyUrl: String(body['notifyUrl']),
      phoneNumber: undefined,
      Status: this.faults.payout_status,
      phone: String(body['receiverAccountNumber']),
      method: String(body['paymentMethod']),
    });
    return refusal ? decline(refusal) : { status: this.faults.payout_status, message: 'Payout' };
  }

  /** What SantimPay would refuse in this call, or null. */
  #complaint({ path, body, headers, method }: Received): string | null {
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return 'not JSON';
    if (headers.authorization !== `Bearer ${this.token}`) return 'invalid token: no bearer token';
    const claims = this.#readToken(String(body['signedToken']));
    if (typeof claims === 'string') return claims;
    const names = CLAIMS[path];
    if (!names || Object.keys(claims).join() !== names.join())
      return `invalid token: ${Object.keys(claims).join()}`;
    const age_s = Date.now() / 1_000 - Number(claims['generated']);
    if (!Number.isInteger(claims['generated']) || age_s > MAX_TOKEN_AGE_S || age_s < -5)
      return 'invalid token: age';
    if (body['merchantId'] !== this.merchant_id) return 'unknown merchant';
    if ((claims['merId'] ?? claims['merchantId']) !== this.merchant_id) return 'invalid token: merchant';
    if (path === '/fetch-transaction-status')
      return claims['id'] === body['id'] && body['fullParams'] === true ? null : 'invalid token: id';
    if (claims['amount'] !== body['amount'] || typeof body['amount'] !== 'number')
      return 'invalid token: amount';
    if (claims['paymentReason'] !== body['reason']) return 'invalid token: reason';
    for (const name of FIELDS[path] ?? [])
      if (typeof body[name] !== 'string' || body[name] === '') return `missing ${name}`;
    if (claims['paymentMethod'] !== undefined && claims['paymentMethod'] !== body['paymentMethod'])
      return 'invalid token: method';
    if (path === '/payout-transfer' && body['clientReference'] !== body['id']) return 'clientReference';
    const phone = body['receiverAccountNumber'] ?? body['phoneNumber'];
    if (claims['phoneNumber'] !== undefined && claims['phoneNumber'] !== phone) return 'invalid token: phone';
    // A bank's accounts are paid, too.
    const receivers = path === '/payout-transfer' ? /^"(?:\+251\d{9}|\d{6,20})"$/ : /^"\+251\d{9}"$/;
    if (phone !== undefined && !receivers.test(JSON.stringify(phone)))
      return 'phone number must be in the format +2519...';
    return null;
  }

  #readToken(token: string): Fields | string {
    const [header = '', claims = '', signature = ''] = token.split('.');
    if (Buffer.from(header, 'base64url').toString() !== '{"alg":"ES256","typ":"JWT"}')
      return 'invalid token: header';
    const bytes = Buffer.from(signature, 'base64url');
    const key = { key: this.#merchant_key, dsaEncoding: 'ieee-p1363' } as const;
    if (bytes.length !== 64 || !verify('sha256', Buffer.from(`${header}.${claims}`), key, bytes))
      return 'crypto/ecdsa: verification error';
    return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Fields;
  }

  /** The fields of a status or a callback; amounts are text and `amount` is net of the commission. */
  #fieldsOf(
    { id, txnId, asked, reason, Status }: Transaction,
    amount: string | null,
    is_status = false,
  ): Fields {
    // 2.65 %, as in the official sample, in ten-thousandths of a unit.
    const total = scaled(amount ?? asked);
    const commission = (total * 265n) / 10_000n;
    const [net, sum] = this.commission_from_customer
      ? [total, total + commission]
      : [total - commission, total];
    const { status_currency, status_reference } = this.faults;
    return {
      txnId,
      created_at: '2023-04-07 08:08:48.127080706 +0000 UTC',
      updated_at: '2023-04-07T08:09:00Z',
      thirdPartyId: (is_status && status_reference) || id,
      transactionType: '',
      merId: this.merchant_id,
      amount: unscaled(net),
      commission: unscaled(commission),
      totalAmount: unscaled(sum),
      currency: (is_status && status_currency) || 'ETB',
      reason,
      clientReference: '',
      paymentVia: 'Telebirr',
      msisdn: this.payer_msisdn,
      refId: '',
      commissionFromCustomer: this.commission_from_customer,
      Status,
    };
  }

  #signedToken(body: Fields): string | null {
    const { callback_token: kind, callback_signature } = this.faults;
    if (kind === 'none') return null;
    const now_s = Math.floor(Date.now() / 1_000);
    const claims = {
      ...body,
      ...(kind === 'mirrors_another_body' ? { txnId: 'txn-of-somebody-else' } : {}),
      iat: kind === 'old' ? now_s - 3_600 : now_s,
      iss: 'services.santimpay.com',
    };
    const alg = kind === 'none_algorithm' ? 'none' : 'ES256';
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const input = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`;
    const key =
      callback_signature === 'wrong'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : this.#callback_key;
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
    return `${input}.${signature.toString('base64url')}`;
  }
}

const STATUSES: Record<string, string> = { paid: 'COMPLETED', failed: 'FAILED' };

const DIRECT_CLAIMS = ['amount', 'paymentReason', 'paymentMethod', 'phoneNumber', 'merchantId', 'generated'];

/** Texts that each call must have. */
const FIELDS: Record<string, string[]> = {
  '/initiate-payment': ['id', 'notifyUrl', 'successRedirectUrl', 'failureRedirectUrl', 'cancelRedirectUrl'],
  '/direct-payment': ['id', 'notifyUrl', 'phoneNumber', 'paymentMethod'],
  '/payout-transfer': ['id', 'notifyUrl', 'receiverAccountNumber', 'paymentMethod'],
};

/** Claims of each call, in their order. */
const CLAIMS: Record<string, string[]> = {
  '/initiate-payment': ['amount', 'paymentReason', 'merchantId', 'generated'],
  '/direct-payment': DIRECT_CLAIMS,
  '/payout-transfer': DIRECT_CLAIMS,
  '/fetch-transaction-status': ['id', 'merId', 'generated'],
};

function decline(message: string): Fields {
  return { status: 'declined', message };
}

/** Ten-thousandths of a unit. */
function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
}

function unscaled(value: bigint): string {
  const digits = value.toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
}
