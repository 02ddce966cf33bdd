/**
 * A stand-in for SantimPay's gateway: it speaks its HTTP on loopback and checks what it is sent the way SantimPay does
 * (providers.md 1 and 8), with nothing of our adapter in it. Faults are switched on one by one.
 */
import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';

type Fields = Record<string, unknown>;

export interface Faults {
  /** The call has its effect, but its answer is never sent. */
  drop_response: boolean;
  /** The answer comes that late, in milliseconds. */
  delay_ms: number;
  /** Every call is answered 500, without effect, so many times. */
  errors_500: number;
  /** 500 after the call had its effect, so many times. */
  errors_500_after: number;
  callback: 'once' | 'twice' | 'never' | 'before_answer';
  /** Callbacks, or the status, tell of another amount. */
  callback_amount: string | null;
  callback_signature: 'right' | 'wrong' | 'none' | 'old' | 'mirrors_another_body' | 'none_algorithm';
  status_amount: string | null;
  status_currency: string | null;
  status_reference: string | null;
  /** Initiating is refused with this message. */
  decline: string | null;
  /** The answer is no JSON. */
  unreadable: boolean;
  /** The answer sends us elsewhere. */
  redirect_to: string | null;
}

const NO_FAULTS: Faults = {
  drop_response: false,
  delay_ms: 0,
  errors_500: 0,
  errors_500_after: 0,
  callback: 'once',
  callback_amount: null,
  callback_signature: 'right',
  status_amount: null,
  status_currency: null,
  status_reference: null,
  decline: null,
  unreadable: false,
  redirect_to: null,
};

export interface Transaction {
  id: string;
  txnId: string;
  /** Major units, as text. */
  asked: string;
  reason: string;
  notifyUrl: string;
  phoneNumber: string | undefined;
  Status: string;
}

export interface Received {
  path: string;
  /** As it came, so that the spelling of numbers can be looked at. */
  text: string;
  body: Fields;
  headers: IncomingMessage['headers'];
}

const MAX_TOKEN_AGE_S = 300;

export class SantimPayStandIn {
  readonly merchant_id = '11111111-2222-3333-4444-555555555555';
  readonly token = 'stand-in-gateway-token-0001';
  readonly private_key: string;
  readonly callback_public_key: string;
  readonly transactions = new Map<string, Transaction>();
  readonly received: Received[] = [];
  /** What our callbacks were answered. */
  readonly callback_answers: number[] = [];
  /** What was wrong with what we were sent. */
  readonly complaints: string[] = [];
  faults: Faults = { ...NO_FAULTS };
  base_url = '';
  commission_from_customer = false;
  readonly #merchant_key: KeyObject;
  readonly #callback_key: KeyObject;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor() {
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

  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        this.base_url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v1/gateway`;
        resolve();
      });
    });
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => void this.#server.close(() => resolve()));
  }

  /** Everything as if nobody had called yet. */
  reset(faults: Partial<Faults> = {}): void {
    this.faults = { ...NO_FAULTS, ...faults };
    this.commission_from_customer = false;
    this.transactions.clear();
    this.received.length = 0;
    this.callback_answers.length = 0;
    this.complaints.length = 0;
  }

  calls(path: string): Received[] {
    return this.received.filter((each) => each.path === path);
  }

  /** The payer acts on the hosted page; callbacks follow as the faults say. */
  async settle(id: string, status = 'COMPLETED'): Promise<void> {
    const transaction = this.#known(id);
    transaction.Status = status;
    const times = { once: 1, twice: 2, never: 0, before_answer: 0 }[this.faults.callback];
    for (let i = 0; i < times; i++) await this.callBack(id);
  }

  async callBack(id: string): Promise<number> {
    const transaction = this.#known(id);
    const body = JSON.stringify(this.#fieldsOf(transaction, this.faults.callback_amount));
    const token = this.#signedToken(JSON.parse(body));
    const response = await fetch(transaction.notifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { 'signed-token': token } : {}) },
      body,
    });
    await response.arrayBuffer();
    this.callback_answers.push(response.status);
    return response.status;
  }

  #known(id: string): Transaction {
    const transaction = this.transactions.get(id);
    if (!transaction) throw new Error(`no transaction ${id}`);
    return transaction;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readAll(request);
    const path = (request.url ?? '').replace('/api/v1/gateway', '');
    const body = JSON.parse(text) as Fields;
    this.received.push({ path, text, body, headers: request.headers });
    const { faults } = this;
    if (faults.errors_500 > 0) {
      faults.errors_500--;
      response.writeHead(500).end('{"message":"internal"}');
      return;
    }
    const answer = this.#act(path, body, request);
    if (path === '/initiate-payment') {
      if (faults.callback === 'before_answer' && this.transactions.has(String(body['id']))) {
        this.#known(String(body['id'])).Status = 'COMPLETED';
        await this.callBack(String(body['id']));
      }
      if (faults.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, faults.delay_ms));
      if (faults.drop_response) {
        request.socket.destroy();
        return;
      }
      if (faults.errors_500_after > 0) {
        faults.errors_500_after--;
        response.writeHead(500).end('{"message":"internal"}');
        return;
      }
      if (faults.redirect_to) {
        response.writeHead(307, { location: faults.redirect_to }).end();
        return;
      }
      if (faults.unreadable) {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>');
        return;
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  #act(path: string, body: Fields, request: IncomingMessage): Fields {
    const refused = this.#complaint(path, body, request);
    if (refused) {
      this.complaints.push(refused);
      return { status: 'declined', message: refused };
    }
    const id = String(body['id']);
    const existing = this.transactions.get(id);
    if (path === '/fetch-transaction-status') {
      const { status_amount } = this.faults;
      return existing ? this.#fieldsOf(existing, status_amount, true) : decline('transaction not found');
    }
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
    return { url: `https://pay.example.org/?id=${id}&amp;lang=am` };
  }

  /** What SantimPay would refuse in this call, or null. */
  #complaint(path: string, body: Fields, { headers, method }: IncomingMessage): string | null {
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
    for (const name of ['id', 'notifyUrl', 'successRedirectUrl', 'failureRedirectUrl', 'cancelRedirectUrl'])
      if (typeof body[name] !== 'string' || body[name] === '') return `missing ${name}`;
    const phone = body['phoneNumber'];
    if (phone !== undefined && !/^"\+251\d{9}"$/.test(JSON.stringify(phone)))
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
      refId: '',
      commissionFromCustomer: this.commission_from_customer,
      Status,
    };
  }

  #signedToken(body: Fields): string | null {
    const kind = this.faults.callback_signature;
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
      kind === 'wrong' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : this.#callback_key;
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
    return `${input}.${signature.toString('base64url')}`;
  }
}

/** Claims of each call, in their order. */
const CLAIMS: Record<string, string[]> = {
  '/initiate-payment': ['amount', 'paymentReason', 'merchantId', 'generated'],
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
