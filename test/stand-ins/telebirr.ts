/** A stand-in for telebirr's gateway and its payment page. */
import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { canonical, complaintAboutContent, METHODS } from './telebirr-checks.ts';
import { StandIn, type Answer, type Ending, type Fields, type Received } from './stand-in.ts';

export interface TelebirrFaults {
  /** The names of statuses: those of queries, or those of notifications also in queries. */
  vocabulary: 'query' | 'notification';
  /** Answers spell their fields in camel case. */
  camel_case: boolean;
  /** Collecting is refused so; `errorCode` makes it a gateway error. */
  refusal: { status?: number; errorCode?: string; msg: string } | null;
  /** How a refused access token is told of: 401, 403 without any text, or 200 with an error in the answer. */
  token_refusal_status: number;
  /** How refunds end; `REFUND_DUPLICATED` is what a second request under one number is answered. */
  refund_status: 'REFUND_SUCCESS' | 'REFUNDING' | 'REFUND_FAILED';
  /** Calls of this path are answered 404 without any text. */
  not_offered: string | null;
  /** Refunds are refused with this code. */
  refund_refused: string | null;
  /** The refund has its effect, but its answer is never sent: as a 500, so many times. */
  refund_errors_500_after: number;
  status_currency: string | null;
  status_reference: string | null;
  /** Of callbacks, besides a right and a wrong one. */
  callback_sign: 'usual' | 'none' | 'pkcs1v15';
}

const NO_TELEBIRR_FAULTS: TelebirrFaults = {
  vocabulary: 'query',
  camel_case: false,
  refusal: null,
  token_refusal_status: 401,
  refund_status: 'REFUND_SUCCESS',
  not_offered: null,
  refund_refused: null,
  refund_errors_500_after: 0,
  status_currency: null,
  status_reference: null,
  callback_sign: 'usual',
};

interface Order {
  id: string;
  prepay_id: string;
  /** Major units, as text. */
  amount: string;
  notify_url: string;
  redirect_url: string;
  title: string;
  status: string;
  /** By refund_request_no. */
  refunds: Map<string, { amount: string; status: string }>;
}

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
const NOTIFICATION_WORDS: Record<string, string> = {
  PAY_SUCCESS: 'Completed',
  PAY_FAILED: 'Failure',
  WAIT_PAY: 'Pending',
  PAYING: 'Paying',
  ORDER_CLOSED: 'Expired',
};
const ENDINGS: Record<string, string> = { paid: 'PAY_SUCCESS', failed: 'PAY_FAILED' };
const MAX_AGE_S = 300;
const TOKEN_LIFE_MS = 3_600_000;

export class TelebirrStandIn extends StandIn<TelebirrFaults> {
  readonly fabric_app_id = 'c4182ef8-9249-458a-985e-06d191f4d505';
  readonly app_secret = 'stand-in-app-secret-0001';
  readonly merchant_app_id = '1072905731584000';
  readonly merchant_code = '101011';
  /** What verifies our notifications. */
  readonly platform_public_key: string;
  /** By merch_order_id. */
  readonly orders = new Map<string, Order>();
  readonly #private_key: string;
  readonly #merchant_key: KeyObject;
  readonly #platform_key: KeyObject;
  protected override readonly prefix = '/apiaccess/payment/gateway';

  constructor() {
    super(NO_TELEBIRR_FAULTS);
    const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const platform = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#private_key = merchant.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    this.#merchant_key = createPublicKey(merchant.privateKey);
    this.#platform_key = platform.privateKey;
    this.platform_public_key = platform.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  }

  get credentials(): Record<string, string> {
    const { fabric_app_id, app_secret, merchant_app_id, merchant_code, platform_public_key } = this;
    const private_key = this.#private_key;
    return { fabric_app_id, app_secret, merchant_app_id, merchant_code, platform_public_key, private_key };
  }

  charges(payment_id: string): number {
    return this.orders.has(orderId(payment_id)) ? 1 : 0;
  }

  order(payment_id: string): Order {
    const order = this.orders.get(orderId(payment_id));
    if (!order) throw new Error(`no order ${orderId(payment_id)}`);
    return order;
  }

  protected forget(): void {
    this.orders.clear();
  }

  protected end(payment_id: string, ending: Ending): void {
    this.order(payment_id).status = ENDINGS[ending] ?? ending;
  }

  protected callbackOf(payment_id: string): { url: string; headers: Record<string, string>; body: string } {
    const order = this.order(payment_id);
    const { callback_amount, callback_signature, callback_sign } = this.faults;
    const paid = order.status === 'PAY_SUCCESS';
    const fields: Fields = {
      notify_url: order.notify_url,
      appid: this.merchant_app_id,
      notify_time: `${Date.now()}`,
      merch_code: this.merchant_code,
      merch_order_id: order.id,
      payment_order_id: `po${order.id}`,
      total_amount: callback_amount ?? order.amount,
      ...(paid ? { trans_id: transactionOf(order) } : { trans_id: null }),
      trans_currency: 'ETB',
      trade_status: NOTIFICATION_WORDS[order.status] ?? order.status,
      trans_end_time: `${Math.floor(Date.now() / 1_000)}`,
      callback_info: '',
    };
    const text = canonical(callback_signature === 'wrong' ? { ...fields, total_amount: '1' } : fields);
    const padding = callback_sign === 'pkcs1v15' ? { padding: constants.RSA_PKCS1_PADDING } : PSS;
    const signature = sign('sha256', Buffer.from(text), { key: this.#platform_key, ...padding });
    const signed = { ...fields, sign: signature.toString('base64'), sign_type: 'SHA256WithRSA' };
    return {
      url: order.notify_url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(callback_sign === 'none' ? fields : signed),
    };
  }

  protected paymentCollectedBy({ path, body }: Received): string | null {
    return path === '/payment/v1/merchant/preOrder' ? String(contentOf(body)['merch_order_id']) : null;
  }

  protected act(received: Received): Answer {
    const { path } = received;
    if (received.method === 'GET' && path.startsWith('/payment/web/paygate?')) return this.#page(received);
    // A browser that shows the page.
    if (path === '/favicon.ico') return { status: 204 };
    if (path === '/payment/v1/token') return this.#token(received);
    const { faults } = this;
    const token = received.headers.authorization ?? '';
    if (!this.tokens.accepts(token, faults)) {
      if (!/^Bearer stand-in-token-\d+$/.test(token)) this.complain(`token: ${token}`);
      if (faults.token_refusal_status === 403) return { status: 403 };
      return {
        status: faults.token_refusal_status,
        body: { errorCode: '60200108', errorMsg: 'The access token is invalid or has expired' },
      };
    }
    if (path === faults.not_offered) return { status: 404 };
    const wrong = this.#complaintAbout(received);
    if (wrong) return { status: 400, body: { errorCode: '60200099', errorMsg: this.complain(wrong) } };
    const content = contentOf(received.body);
    if (path === '/payment/v1/merchant/preOrder') return this.#preOrder(content);
    const order = this.orders.get(content['merch_order_id'] ?? '');
    if (!order) return this.#failed('60200021', 'the order does not exist');
    return path === '/payment/v1/merchant/refund' ? this.#refund(order, content) : this.#query(order);
  }

  #token({ headers, body }: Received): Answer {
    if (headers['x-app-key'] !== this.fabric_app_id || body['appSecret'] !== this.app_secret)
      return { status: 401, body: { errorCode: '60200001', errorMsg: this.complain('app key or secret') } };
    const now_ms = Date.now();
    return {
      body: {
        effectiveDate: dateText(now_ms),
        expirationDate: dateText(now_ms + TOKEN_LIFE_MS),
        token: this.tokens.make('Bearer '),
      },
    };
  }

  /** What telebirr would refuse in this call, or null. */
  #complaintAbout({ method, path, headers, body }: Received): string | null {
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return 'not JSON';
    if (headers['x-app-key'] !== this.fabric_app_id) return 'X-APP-Key';
    const content = contentOf(body);
    if (!METHODS[path] || body['method'] !== METHODS[path]) return `method of ${path}`;
    if (body['version'] !== '1.0' || body['sign_type'] !== 'SHA256WithRSA') return 'version or sign_type';
    if (!/^[A-Za-z0-9]{32}$/.test(String(body['nonce_str']))) return 'nonce_str';
    const age_s = Date.now() / 1_000 - Number(body['timestamp']);
    if (!/^\d{10}$/.test(String(body['timestamp'])) || Math.abs(age_s) > MAX_AGE_S) return 'timestamp';
    if (!this.#isSigned(body)) return 'sign';
    return complaintAboutContent(METHODS[path], content, this);
  }

  #preOrder(content: Record<string, string>): Answer {
    const { refusal } = this.faults;
    if (refusal?.errorCode)
      return { status: refusal.status ?? 200, body: { errorCode: refusal.errorCode, errorMsg: refusal.msg } };
    if (refusal) return this.#failed('60200031', refusal.msg);
    const {
      merch_order_id = '',
      total_amount = '',
      notify_url = '',
      redirect_url = '',
      title = '',
    } = content;
    if (this.orders.has(merch_order_id)) return this.#failed('60200022', 'duplicate merch_order_id');
    const prepay_id = randomBytes(19).toString('hex');
    this.orders.set(merch_order_id, {
      id: merch_order_id,
      prepay_id,
      amount: total_amount,
      notify_url,
      redirect_url,
      title,
      status: 'WAIT_PAY',
      refunds: new Map(),
    });
    return this.#succeeded({ merch_order_id, prepay_id });
  }

  #query(order: Order): Answer {
    const { status_amount, status_currency, status_reference, vocabulary } = this.faults;
    const paid = !['WAIT_PAY', 'PAY_FAILED', 'ORDER_CLOSED'].includes(order.status);
    const refunded = [...order.refunds.values()].at(-1)?.status;
    const status = refunded ?? order.status;
    return this.#succeeded({
      merch_order_id: status_reference ?? order.id,
      // One field or the other.
      ...(vocabulary === 'query'
        ? { order_status: status }
        : { trade_status: NOTIFICATION_WORDS[status] ?? status }),
      payment_order_id: `po${order.id}`,
      trans_time: '2026-01-31 12:00:00',
      trans_currency: status_currency ?? 'ETB',
      total_amount: status_amount ?? order.amount,
      ...(paid ? { trans_id: transactionOf(order) } : {}),
    });
  }

  #refund(order: Order, content: Record<string, string>): Answer {
    const { refund_refused, refund_status } = this.faults;
    if (refund_refused) return { body: { errorCode: refund_refused, errorMsg: 'the refund is not allowed' } };
    const { refund_request_no = '', actual_amount = '' } = content;
    const earlier = order.refunds.get(refund_request_no);
    const taken = [...order.refunds.values()]
      .filter(({ status }) => status !== 'REFUND_FAILED')
      .reduce((sum, { amount }) => sum + Number(amount), 0);
    if (!earlier && taken + Number(actual_amount) > Number(order.amount))
      return this.#failed('60200041', this.complain('the refunds exceed the order'));
    if (!earlier) order.refunds.set(refund_request_no, { amount: actual_amount, status: refund_status });
    if (this.faults.refund_errors_500_after > 0) {
      this.faults.refund_errors_500_after--;
      return { status: 500, body: { message: 'internal' } };
    }
    // A refund that is under way is told of again; one that has ended was asked for twice.
    const status = earlier && earlier.status !== 'REFUNDING' ? 'REFUND_DUPLICATED' : refund_status;
    if (earlier) earlier.status = earlier.status === 'REFUNDING' ? refund_status : earlier.status;
    return this.#succeeded({
      merch_code: this.merchant_code,
      merch_order_id: order.id,
      trans_order_id: transactionOf(order),
      refund_order_id: `ro${refund_request_no}`,
      refund_amount: actual_amount,
      refund_currency: 'ETB',
      refund_status: status,
    });
  }

  /** The payer's page: it opens only with an address that is signed. */
  #page({ path }: Received): Answer {
    const query = new URL(path, 'http://stand-in').searchParams;
    const fields = Object.fromEntries(query);
    const { sign: signature, sign_type, version, trade_type, ...signed } = fields;
    const order = [...this.orders.values()].find(({ prepay_id }) => prepay_id === fields['prepay_id']);
    const names = 'appid,merch_code,nonce_str,prepay_id,timestamp,sign,sign_type,version,trade_type';
    const right =
      order !== undefined &&
      [...query.keys()].join() === names &&
      `${sign_type} ${version} ${trade_type}` === 'SHA256WithRSA 1.0 Checkout' &&
      this.#isSigned({ ...signed, sign: signature });
    return right
      ? { body: { title: order.title, total_amount: order.amount } }
      : { status: 400, body: { errorMsg: this.complain('the address of the page') } };
  }

  #isSigned(message: Fields): boolean {
    const bytes = Buffer.from(String(message['sign']), 'base64');
    return verify('sha256', Buffer.from(canonical(message)), { key: this.#merchant_key, ...PSS }, bytes);
  }

  #succeeded(biz_content: Fields): Answer {
    return this.#answered({ result: 'SUCCESS', code: '0', msg: 'success', biz_content });
  }

  #failed(code: string, msg: string): Answer {
    return this.#answered({ result: 'FAIL', code, msg });
  }

  #answered(fields: Fields): Answer {
    const body: Fields = { ...fields, nonce_str: randomBytes(16).toString('hex') };
    const signature = sign('sha256', Buffer.from(canonical(body)), { key: this.#platform_key, ...PSS });
    const signed = { ...body, sign: signature.toString('base64'), sign_type: 'SHA256WithRSA' };
    return { body: this.faults.camel_case ? inCamelCase(signed) : signed };
  }
}

/** The merchant's ids hold letters and digits alone at telebirr. */
function orderId(payment_id: string): string {
  return payment_id.replace(/[^A-Za-z0-9]/g, '');
}

function transactionOf({ id }: Order): string {
  return `CJD${id.slice(-7)}`;
}

function contentOf(body: Fields): Record<string, string> {
  return (body['biz_content'] ?? {}) as Record<string, string>;
}

function inCamelCase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase()),
      inCamelCase(inner),
    ]),
  );
}

/** As 20260131235959, in UTC. */
function dateText(at_ms: number): string {
  return new Date(at_ms).toISOString().replace(/\D/g, '').slice(0, 14);
}
