/**
 * A stand-in for MTN MoMo's sandbox: it speaks its HTTP on loopback and checks what it is sent the way MTN does,
 * with nothing of our adapter in it.
 */
import {
  StandIn,
  Tokens,
  type Answer,
  type Ending,
  type Fields,
  type Received,
  withWrongToken,
} from './stand-in.ts';

interface MtnFaults {
  /** A request is refused with this code, without effect. */
  refuse: { status: number; code: string; message: string } | null;
  /** The reason of a failure comes as an object, as in some versions. */
  reason_as_object: boolean;
  status_currency: string | null;
  status_reference: string | null;
  /** How refunds and transfers end. */
  refund: 'SUCCESSFUL' | 'FAILED' | 'PENDING' | 'TIMEOUT';
  /** What becomes of the answer to the request for a refund or transfer. `arrives_late`: the request is only there once its repetition came, which is refused for lack of funds. */
  refund_answer: 'sent' | 'dropped' | 'error_before' | 'arrives_late';
  /** The status of a refund or transfer tells of another amount. */
  refund_amount: string | null;
  /** A transfer is refused with this code, without effect. */
  refuse_transfer: { status: number; code: string } | null;
}

const NO_MTN_FAULTS: MtnFaults = {
  refuse: null,
  reason_as_object: false,
  status_currency: null,
  status_reference: null,
  refund: 'SUCCESSFUL',
  refund_answer: 'sent',
  refund_amount: null,
  refuse_transfer: null,
};

interface Request {
  reference_id: string;
  amount: string;
  externalId: string;
  phone: string;
  callback_url: string;
  financialTransactionId: string;
  status: string;
  reason: string | null;
}

export interface MtnRefund {
  reference_id: string;
  refunds: string;
  amount: string;
  externalId: string;
}

export interface MtnTransfer {
  reference_id: string;
  amount: string;
  externalId: string;
  phone: string;
  message: string;
  callback_url: string | undefined;
}

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** What the sandbox makes of payers' numbers; all others succeed once they have paid. */
const SANDBOX_NUMBERS: Record<string, [status: string, reason: string]> = {
  '46733123450': ['FAILED', 'INTERNAL_PROCESSING_ERROR'],
  '46733123451': ['FAILED', 'APPROVAL_REJECTED'],
  '46733123452': ['FAILED', 'EXPIRED'],
};
const REASON_OF: Record<string, string> = { failed: 'NOT_ENOUGH_FUNDS' };

/** Keys of one product, and the tokens made with them. */
class Product {
  readonly tokens = new Tokens();
  readonly subscription_key: string;
  readonly api_user: string;
  readonly api_key: string;

  constructor(name: string, api_user: string) {
    this.subscription_key = `stand-in-${name}-subscription`;
    this.api_user = api_user;
    this.api_key = `stand-in-${name}-key`;
  }

  get basic(): string {
    return `Basic ${Buffer.from(`${this.api_user}:${this.api_key}`).toString('base64')}`;
  }
}

export class MtnMomoStandIn extends StandIn<MtnFaults> {
  readonly requests = new Map<string, Request>();
  readonly refunds = new Map<string, MtnRefund>();
  readonly transfers = new Map<string, MtnTransfer>();
  readonly #products = {
    collection: new Product('collection', '11111111-2222-4333-8444-555555555555'),
    disbursement: new Product('disbursement', '66666666-7777-4888-9999-000000000000'),
  };
  #made = 0;
  /** What was asked for and is not there yet. */
  readonly #on_its_way = new Set<string>();

  constructor() {
    super(NO_MTN_FAULTS);
  }

  /** Without what refunds need. */
  get credentials(): Record<string, string> {
    const { subscription_key, api_user, api_key } = this.#products.collection;
    return { subscription_key, api_user, api_key, target_environment: 'sandbox', currency: 'UGX' };
  }

  get disbursement(): Record<string, string> {
    const { subscription_key, api_user, api_key } = this.#products.disbursement;
    return {
      disbursement_subscription_key: subscription_key,
      disbursement_api_user: api_user,
      disbursement_api_key: api_key,
    };
  }

  charges(payment_id: string): number {
    return [...this.requests.values()].filter(({ externalId }) => externalId === payment_id).length;
  }

  /** @throws Error unless it arrived */
  requestOf(payment_id: string): Request {
    const request = [...this.requests.values()].find(({ externalId }) => externalId === payment_id);
    if (!request) throw new Error(`${payment_id} did not arrive`);
    return request;
  }

  protected forget(): void {
    this.requests.clear();
    this.refunds.clear();
    this.transfers.clear();
    this.#on_its_way.clear();
  }

  protected end(payment_id: string, ending: Ending): void {
    const request = this.requestOf(payment_id);
    request.status = ending === 'paid' ? 'SUCCESSFUL' : 'FAILED';
    request.reason = ending === 'paid' ? null : (REASON_OF[ending] ?? ending);
  }

  protected callbackOf(payment_id: string): {
    url: string;
    method: string;
    headers: Record<string, string>;
    body: string;
  } {
    const request = this.requestOf(payment_id);
    const body = this.#fieldsOf(request, this.faults.callback_amount);
    const wrong = this.faults.callback_signature === 'wrong';
    return {
      // Nothing is signed: what vouches for a callback is that only MTN knows the address.
      url: wrong ? withWrongToken(request.callback_url) : request.callback_url,
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, referenceId: request.reference_id }),
    };
  }

  protected paymentCollectedBy({ path, method, body }: Received): string | null {
    const collects = method === 'POST' && path === '/collection/v1_0/requesttopay';
    return collects ? String(body['externalId']) : null;
  }

  protected act(received: Received): Answer {
    const { path, method, headers } = received;
    const [, name = '', rest = ''] = /^\/(collection|disbursement)(\/.*)$/.exec(path) ?? [];
    const product = this.#products[name as 'collection' | 'disbursement'];
    if (!product) return this.#refuse(404, 'RESOURCE_NOT_FOUND', path);
    if (headers['ocp-apim-subscription-key'] !== product.subscription_key)
      return this.#refuse(401, '401', 'Access denied due to invalid subscription key.');
    if (rest === '/token/' && method === 'POST') return this.#token(product, headers.authorization);
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!product.tokens.accepts(token, this.faults))
      return { status: 401, body: { error: 'login_required', message: 'token is not valid' } };
    if (headers['x-target-environment'] !== 'sandbox')
      return this.#refuse(400, 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'wrong target environment');
    return name === 'collection' ? this.#collect(rest, received) : this.#disburse(rest, received);
  }

  #refuse(status: number, code: string, message: string): Answer {
    this.complain(`${code}: ${message}`);
    return { status, body: { code, message } };
  }

  #token({ basic, tokens }: Product, authorization: string | undefined): Answer {
    if (authorization !== basic) return this.#refuse(401, '401', 'Unauthorized');
    return { body: { access_token: tokens.make(), token_type: 'access_token', expires_in: 3600 } };
  }

  #collect(path: string, { method, headers, body }: Received): Answer {
    if (method === 'GET') {
      const request = this.requests.get(path.replace('/v1_0/requesttopay/', ''));
      return request ? { body: this.#fieldsOf(request, this.faults.status_amount, true) } : NOT_FOUND;
    }
    if (path !== '/v1_0/requesttopay') return this.#refuse(404, 'RESOURCE_NOT_FOUND', path);
    const reference_id = String(headers['x-reference-id']);
    const phone = String((body['payer'] as Fields | undefined)?.['partyId']);
    const problem = requestProblem(body, reference_id) ?? partyProblem(body['payer']);
    if (problem) return this.#refuse(400, 'BAD_REQUEST', problem);
    if (this.requests.has(reference_id)) return DUPLICATE;
    const { refuse } = this.faults;
    if (refuse) return { status: refuse.status, body: { code: refuse.code, message: refuse.message } };
    const [status, reason] = SANDBOX_NUMBERS[phone] ?? ['PENDING', null];
    this.requests.set(reference_id, {
      reference_id,
      amount: String(body['amount']),
      externalId: String(body['externalId']),
      phone,
      callback_url: String(headers['x-callback-url']),
      financialTransactionId: String(2_000_000_000 + ++this.#made),
      status,
      reason,
    });
    return { status: 202 };
  }

  #disburse(path: string, { method, headers, body }: Received): Answer {
    const [, kind, id = ''] = /^\/v1_0\/(refund|transfer)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (!kind || (method === 'GET') !== (id !== '')) return this.#refuse(404, 'RESOURCE_NOT_FOUND', path);
    const known = kind === 'refund' ? this.refunds : this.transfers;
    if (method === 'GET') {
      const disbursed = known.get(id);
      return disbursed ? { body: this.#disbursedFields(disbursed) } : NOT_FOUND;
    }
    const { faults } = this;
    if (faults.refund_answer === 'error_before') {
      faults.refund_answer = 'sent';
      return { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } };
    }
    const reference_id = String(headers['x-reference-id']);
    const problem =
      requestProblem(body, reference_id) ?? (kind === 'transfer' ? partyProblem(body['payee']) : null);
    if (problem) return this.#refuse(400, 'BAD_REQUEST', problem);
    const { refuse_transfer } = faults;
    if (kind === 'transfer' && refuse_transfer)
      return { status: refuse_transfer.status, body: { code: refuse_transfer.code, message: 'Refused.' } };
    const is_late = faults.refund_answer === 'arrives_late';
    if (is_late && !this.#on_its_way.delete(reference_id)) {
      this.#on_its_way.add(reference_id);
      return { dropped: true };
    }
    if (known.has(reference_id)) return DUPLICATE;
    const details = { reference_id, amount: String(body['amount']), externalId: String(body['externalId']) };
    if (kind === 'refund') {
      const refunds = String(body['referenceIdToRefund']);
      if (this.requests.get(refunds)?.status !== 'SUCCESSFUL')
        return this.#refuse(400, 'BAD_REQUEST', 'nothing to refund');
      this.refunds.set(reference_id, { ...details, refunds });
    } else {
      const phone = String((body['payee'] as Fields)['partyId']);
      const callback_url = headers['x-callback-url'] as string | undefined;
      this.transfers.set(reference_id, {
        ...details,
        phone,
        message: String(body['payeeNote']),
        callback_url,
      });
    }
    if (is_late) return { status: 500, body: { code: 'NOT_ENOUGH_FUNDS', message: 'The first took them.' } };
    return faults.refund_answer === 'dropped' ? { dropped: true } : { status: 202 };
  }

  /** @throws Error unless it arrived */
  transferOf(payout_id: string): MtnTransfer {
    const transfer = [...this.transfers.values()].find(({ externalId }) => externalId === payout_id);
    if (!transfer) throw new Error(`${payout_id} did not arrive`);
    return transfer;
  }

  /** Calls back about a transfer as it stands. @returns the answer's status */
  async callBackTransfer(payout_id: string, overrides: Fields = {}): Promise<number> {
    const transfer = this.transferOf(payout_id);
    const response = await fetch(String(transfer.callback_url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...this.#disbursedFields(transfer), ...overrides }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  #disbursedFields({ amount, externalId, reference_id }: MtnRefund | MtnTransfer): Fields {
    const { refund: status, refund_amount } = this.faults;
    return {
      amount: refund_amount ?? amount,
      currency: 'EUR',
      financialTransactionId: String(Number.parseInt(reference_id.slice(0, 8), 16)),
      externalId,
      status,
      ...(status === 'FAILED' ? { reason: 'NOT_ENOUGH_FUNDS' } : {}),
    };
  }

  #fieldsOf(request: Request, amount: string | null, is_status = false): Fields {
    const { status_currency, status_reference, reason_as_object } = this.faults;
    const { status, reason } = request;
    const reason_field = reason_as_object ? { code: reason, message: 'It was not possible.' } : reason;
    return {
      ...(status === 'SUCCESSFUL' ? { financialTransactionId: request.financialTransactionId } : {}),
      externalId: (is_status && status_reference) || request.externalId,
      amount: amount ?? request.amount,
      currency: (is_status && status_currency) || 'EUR',
      payer: { partyIdType: 'MSISDN', partyId: request.phone },
      payerMessage: '',
      payeeNote: '',
      status,
      ...(reason === null ? {} : { reason: reason_field }),
    };
  }
}

const NOT_FOUND: Answer = {
  status: 404,
  body: { code: 'RESOURCE_NOT_FOUND', message: 'Requested resource was not found.' },
};
const DUPLICATE: Answer = {
  status: 409,
  body: {
    code: 'RESOURCE_ALREADY_EXIST',
    message: 'Duplicated reference id. Creation of resource failed.',
  },
};

/** What MTN would refuse in any request, or null. */
function requestProblem(body: Fields, reference_id: string): string | null {
  if (!UUID_V4.test(reference_id)) return `X-Reference-Id ${reference_id}`;
  if (!/^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/.test(String(body['amount'])) || typeof body['amount'] !== 'string')
    return 'amount';
  // The sandbox takes nothing else.
  if (body['currency'] !== 'EUR') return 'INVALID_CURRENCY';
  if (typeof body['externalId'] !== 'string') return 'externalId';
  for (const name of ['payerMessage', 'payeeNote'])
    if (typeof body[name] !== 'string' || !/^[A-Za-z0-9 ]{1,160}$/.test(body[name])) return name;
  return null;
}

function partyProblem(party: unknown): string | null {
  const { partyIdType, partyId } = (party ?? {}) as Fields;
  if (partyIdType !== 'MSISDN') return 'partyIdType';
  return /^[1-9]\d{7,14}$/.test(String(partyId)) ? null : 'partyId';
}
