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
  /** A transfer is answered with this status and message, without effect. */
  decline_transfer: { status: number; message: string } | null;
  /** The answer to a transfer is lost: never before it, or after it was made. */
  lose_transfer: 'never' | 'before' | 'after';
  /** How transfers stand; null: verifying one tells nothing, as in test mode. */
  transfer_status: string | null;
  /** Transfers are switched off: neither made nor verified. */
  transfers_closed: boolean;
}

const NO_CHAPA_FAULTS: ChapaFaults = {
  callback_kind: 'webhook',
  status_currency: null,
  status_mode: null,
  decline: null,
  decline_refund: null,
  drop_refund: false,
  decline_transfer: null,
  lose_transfer: 'never',
  transfer_status: 'success',
  transfers_closed: false,
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

export interface ChapaTransfer {
  reference: string;
  amount: string;
  account_number: string;
  account_name: string | undefined;
  bank_code: number;
}

const LOCAL_PHONE = /^0[79]\d{8}$/;

export class ChapaStandIn extends StandIn<ChapaFaults> {
  readonly secret_key = 'CHASECK_TEST-stand-in-0001';
  readonly webhook_secret = 'whk_demo';
  readonly approval_secret = 'approval_demo';
  readonly transactions = new Map<string, Transaction>();
  readonly refunds: Refund[] = [];
  readonly transfers = new Map<string, ChapaTransfer>();
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
    this.transfers.clear();
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
    return {
      url: this.webhook_url ?? callback_url,
      headers: {
        'content-type': 'application/json',
        'chapa-signature': hmac(secret, secret),
        ...(callback_kind === 'webhook' ? { 'x-chapa-signature': hmac(secret, body) } : {}),
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
    const transferred = /^\/transfers\/verify\/([^/]+)$/.exec(path);
    if (method === 'POST' && path === '/transaction/initialize') return this.#initialize(received);
    if (method === 'POST' && path === '/transfers') return this.#transfer(received);
    if (method === 'GET' && transferred) return this.#verifyTransfer(transferred[1] as string);
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

  #transfer({ body, headers }: Received): Answer {
    const { reference, amount, currency, bank_code, account_number, account_name } = body;
    if (!headers['content-type']?.startsWith('application/json')) return refuse(400, this.complain('JSON'));
    if (typeof amount !== 'string' || !/^\d+\.\d\d$/.test(amount))
      return refuse(400, this.complain('amount: validation.numeric'));
    if (currency !== 'ETB') return refuse(400, this.complain('Invalid currency, only ETB is supported'));
    if (typeof reference !== 'string' || !/^[\w-]{1,50}$/.test(reference))
      return refuse(400, this.complain('reference: validation.string'));
    if (typeof account_number !== 'string' || !/^\d{8,20}$/.test(account_number))
      return refuse(400, this.complain('account_number: validation.string'));
    if (typeof bank_code !== 'number') return refuse(401, this.complain('Bank Code is incorrect'));
    const { decline_transfer, lose_transfer } = this.faults;
    if (lose_transfer === 'before') {
      this.faults.lose_transfer = 'never';
      return { status: 500, body: { message: 'internal' } };
    }
    if (decline_transfer) return refuse(decline_transfer.status, decline_transfer.message);
    if (this.transfers.has(reference)) return refuse(400, 'Reference number has been used before');
    const name = account_name as string | undefined;
    this.transfers.set(reference, { reference, amount, account_number, account_name: name, bank_code });
    if (lose_transfer === 'after') return { dropped: true };
    return { body: { status: 'success', message: 'Transfer Queued Successfully', data: reference } };
  }

  #verifyTransfer(reference: string): Answer {
    if (this.faults.transfers_closed) return refuse(404, 'Transfer API is disabled');
    const transfer = this.transfers.get(reference);
    if (!transfer) return refuse(404, 'Transfer not found');
    const status = this.faults.transfer_status;
    const { status_amount, status_currency, status_mode } = this.faults;
    const data = {
      account_name: transfer.account_name ?? null,
      account_number: transfer.account_number,
      mobile: null,
      currency: status_currency ?? 'ETB',
      amount: status_amount ?? Number(transfer.amount),
      charge: 3.5,
      mode: status_mode ?? 'test',
      transfer_method: 'bank',
      chapa_transfer_id: `4d6a7cb7-${reference.slice(-12)}`,
      bank_code: transfer.bank_code,
      status,
      tx_ref: reference,
    };
    return {
      body: { status: 'success', message: 'Transfer details', data: status === null ? [null] : data },
    };
  }

  /** The dashboard's webhook about a transfer. @returns the answer's status */
  async tellTransfer(reference: string, event = 'success', secret = this.webhook_secret): Promise<number> {
    const body = JSON.stringify({
      event: `payout.${event}`,
      type: 'Payout',
      amount: this.transfers.get(reference)?.amount ?? '1.00',
      charge: '3.50',
      currency: 'ETB',
      status: event,
      reference,
      chapa_reference: '2o10dfs332U',
    });
    return this.#post(this.webhook_url, body, {
      'chapa-signature': hmac(secret, secret),
      'x-chapa-signature': hmac(secret, body),
    });
  }

  /** Asks the merchant's server to approve a transfer. @returns the answer's status */
  async askApproval(url: string, reference: string, overrides: Fields = {}): Promise<number> {
    const { amount = '1.00', account_number = '0900000000' } = this.transfers.get(reference) ?? {};
    const fields = { amount, reference, bank: 'telebirr', account_name: null, account_number, ...overrides };
    const body = JSON.stringify(fields);
    return this.#post(url, body, { 'chapa-signature': hmac(this.approval_secret, body) });
  }

  async #post(url: string | null, body: string, headers: Record<string, string>): Promise<number> {
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    const response = await fetch(String(url), request);
    await response.arrayBuffer();
    return response.status;
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

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

function refuse(status: number, message: unknown): Answer {
  return { status, body: { status: 'failed', message, data: null } };
}
