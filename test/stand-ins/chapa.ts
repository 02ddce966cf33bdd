/** A stand-in for Chapa's API. */
import { createHmac } from 'node:crypto';
import { StandIn, type Answer, type Ending, type Fields, type Received } from './stand-in.ts';

export interface ChapaFaults {
  /** The webhook with both signatures, with the constant one alone, or the GET after the payer's return. */
  callback_kind: 'webhook' | 'constant_signature' | 'get';
  status_currency: string | null;
  status_mode: string | null;
  /** Initializing is refused with this message, also an object of fields. */
  decline: unknown;
  /** Refunding is refused with this message. */
  decline_refund: string | null;
  /** The answer to a refund is lost after it was made. */
  drop_refund: boolean;
}

const NO_CHAPA_FAULTS: ChapaFaults = {
  callback_kind: 'webhook',
  status_currency: null,
  status_mode: null,
  decline: null,
  decline_refund: null,
  drop_refund: false,
};

interface Transaction {
  tx_ref: string;
  reference: string;
  amount: string;
  currency: string;
  callback_url: string;
  /** null until the payer has done something. */
  status: string | null;
}

interface Refund {
  ref_id: string;
  tx_ref: string;
  reference: string;
  amount: string;
  status: string;
}

const LOCAL_PHONE = /^0[79]\d{8}$/;

export class ChapaStandIn extends StandIn<ChapaFaults> {
  readonly secret_key = 'CHASECK_TEST-stand-in-0001';
  readonly webhook_secret = 'whk_demo';
  readonly transactions = new Map<string, Transaction>();
  readonly refunds: Refund[] = [];
  /** Its ids are never given twice. */
  #refunded = 0;
  /** As it is entered in the dashboard; callbacks go to each payment's own address without. */
  webhook_url: string | null = null;
  protected override readonly prefix = '/v1';

  constructor() {
    super(NO_CHAPA_FAULTS);
  }

  get credentials(): Record<string, string> {
    return { secret_key: this.secret_key, webhook_secret: this.webhook_secret };
  }

  charges(payment_id: string): number {
    return this.transactions.has(payment_id) ? 1 : 0;
  }

  protected forget(): void {
    this.transactions.clear();
    this.refunds.length = 0;
    this.webhook_url = null;
  }

  protected end(payment_id: string, ending: Ending): void {
    this.#known(payment_id).status = { paid: 'success', failed: 'failed' }[ending as 'paid'] ?? ending;
  }

  protected callbackOf(payment_id: string) {
    const transaction = this.#known(payment_id);
    const { callback_kind, callback_signature, callback_amount } = this.faults;
    const { callback_url, tx_ref, reference } = transaction;
    const status = transaction.status ?? 'pending';
    if (callback_kind === 'get') {
      const query = new URLSearchParams({ trx_ref: tx_ref, ref_id: reference, status });
      return { url: `${callback_url}?${query.toString()}`, method: 'GET' };
    }
    const said = { event: `charge.${status}`, ...this.#dataOf(transaction, callback_amount) };
    const body = JSON.stringify(said);
    const secret = callback_signature === 'wrong' ? 'another secret' : this.webhook_secret;
    const hmac = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
    return {
      url: this.webhook_url ?? callback_url,
      headers: {
        'content-type': 'application/json',
        'chapa-signature': hmac(secret),
        ...(callback_kind === 'webhook' ? { 'x-chapa-signature': hmac(body) } : {}),
      },
      body,
    };
  }

  protected paymentCollectedBy({ path, body }: Received): string | null {
    return path === '/transaction/initialize' ? String(body['tx_ref']) : null;
  }

  protected act(received: Received): Answer {
    const { method, path, headers } = received;
    if (headers.authorization !== `Bearer ${this.secret_key}`)
      return { status: 401, body: { status: 'failed', message: 'Invalid API Key', data: null } };
    const verified = /^\/transaction\/verify\/([^/]+)$/.exec(path);
    const refunded = /^\/refund\/([^/]+)$/.exec(path);
    const looked_up = /^\/refund\/([^/]+)\/verify$/.exec(path);
    if (method === 'POST' && path === '/transaction/initialize') return this.#initialize(received);
    if (method === 'GET' && verified) return this.#verify(verified[1] as string);
    if (method === 'POST' && refunded) return this.#refund(refunded[1] as string, received);
    if (method === 'GET' && looked_up) return this.#lookUp(looked_up[1] as string);
    return refuse(404, this.complain(`no such call: ${method} ${path}`));
  }

  #initialize({ body, headers }: Received): Answer {
    const { tx_ref, amount, currency, callback_url, return_url, phone_number } = body;
    const problems: Record<string, string[]> = {};
    if (!headers['content-type']?.startsWith('application/json')) problems['body'] = ['must be JSON'];
    if (typeof amount !== 'string' || !/^\d+\.\d\d$/.test(amount))
      problems['amount'] = ['validation.numeric'];
    if (currency !== 'ETB' && currency !== 'USD') problems['currency'] = ['validation.in'];
    if (typeof tx_ref !== 'string' || !/^[\w-]{1,50}$/.test(tx_ref))
      problems['tx_ref'] = ['validation.string'];
    for (const [name, url] of Object.entries({ callback_url, return_url }))
      if (typeof url !== 'string' || !URL.canParse(url)) problems[name] = ['validation.url'];
    if (phone_number !== undefined && !(typeof phone_number === 'string' && LOCAL_PHONE.test(phone_number)))
      problems['phone_number'] = ['validation.phone'];
    const { title = '', description = '' } = (body['customization'] ?? {}) as Record<string, string>;
    if (title.length > 16) problems['customization.title'] = ['validation.max.string'];
    if (!/^[\w. -]{0,50}$/.test(description)) problems['customization.description'] = ['validation.regex'];
    if (Object.keys(problems).length > 0) {
      this.complain(JSON.stringify(problems));
      return refuse(400, problems);
    }
    if (this.faults.decline !== null) return refuse(400, this.faults.decline);
    const id = tx_ref as string;
    if (this.transactions.has(id)) return refuse(400, 'Transaction reference has been used before');
    this.transactions.set(id, {
      tx_ref: id,
      reference: `APc${id.slice(-10)}`,
      amount: amount as string,
      currency: currency as string,
      callback_url: callback_url as string,
      status: null,
    });
    const data = { checkout_url: `https://checkout.chapa.example/${id}` };
    return { body: { status: 'success', message: 'Hosted Link', data } };
  }

  #verify(tx_ref: string): Answer {
    const transaction = this.transactions.get(tx_ref);
    if (!transaction) return refuse(404, 'Invalid transaction or Transaction not found');
    if (transaction.status === null)
      return { body: { status: 'null', message: 'Payment not paid yet', data: null } };
    const data = this.#dataOf(transaction, this.faults.status_amount);
    return { body: { status: 'success', message: 'Payment details fetched successfully', data } };
  }

  #refund(tx_ref: string, { body, headers }: Received): Answer {
    const transaction = this.#known(tx_ref);
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return refuse(400, this.complain('a refund is a form'));
    const { amount = transaction.amount, reference = '' } = body as Record<string, string>;
    if (!/^\d+\.\d\d$/.test(amount)) return refuse(400, this.complain('amount'));
    if (this.faults.decline_refund) return refuse(400, this.faults.decline_refund);
    if (transaction.status !== 'success') return refuse(400, 'Transaction is not successful');
    const ref_id = `RF${++this.#refunded}`;
    this.refunds.push({ ref_id, tx_ref, reference, amount, status: 'pending' });
    if (this.faults.drop_refund) return { status: 500, body: { message: 'internal' } };
    return { body: { status: 'success', message: 'Refund queued', data: { ref_id, amount } } };
  }

  #lookUp(ref_id: string): Answer {
    const refund = this.refunds.find((each) => each.ref_id === ref_id);
    if (!refund) return refuse(404, 'Refund not found');
    return { body: { status: 'success', message: 'Refund details', data: refund } };
  }

  #known(tx_ref: string): Transaction {
    const transaction = this.transactions.get(tx_ref);
    if (!transaction) throw new Error(`no transaction ${tx_ref}`);
    return transaction;
  }

  #dataOf({ tx_ref, reference, amount, currency, status }: Transaction, told: string | null): Fields {
    const { status_currency, status_mode } = this.faults;
    return {
      first_name: 'Abebe',
      // Number or text, as it comes.
      amount: told ?? (amount.endsWith('.00') ? Number(amount) : amount),
      charge: '0.35',
      currency: status_currency ?? currency,
      mode: status_mode ?? 'test',
      type: 'API',
      status: status ?? 'pending',
      reference,
      tx_ref,
    };
  }
}

function refuse(status: number, message: unknown): Answer {
  return { status, body: { status: 'failed', message, data: null } };
}
