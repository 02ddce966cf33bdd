/**
 * A stand-in for Safaricom's API, of Kenya or of Ethiopia: it speaks its HTTP on loopback and checks what it is sent the way
 * Safaricom does, with nothing of our adapter in it. Every push is another prompt to the payer: nothing
 * recognises a repetition.
 */
import { generateKeyPairSync } from 'node:crypto';
import {
  StandIn,
  Tokens,
  type Answer,
  type Ending,
  type Fields,
  type Received,
  withWrongToken,
} from '../stand-in.ts';
import {
  passwordProblem,
  payoutProblem,
  pushProblem,
  registerProblem,
  reversalProblem,
  statusProblem,
  type Account,
} from './checks.ts';
import {
  PATHS,
  type LaterResult,
  type PaidOut,
  type PaybillPayment,
  type Push,
  type RegisteredUrls,
  type Reversal,
} from './model.ts';
import { NO_DARAJA_FAULTS, type DarajaFaults } from './faults.ts';

export class DarajaStandIn extends StandIn<DarajaFaults> {
  readonly pushes: Push[] = [];
  readonly reversals: Reversal[] = [];
  readonly payouts: PaidOut[] = [];
  /** Requests for payouts under ids that were used before. */
  repeated_payouts = 0;
  /** What payers sent by themselves. */
  readonly paybills: PaybillPayment[] = [];
  /** Of payments by the payers themselves; null before they are registered. */
  urls: RegisteredUrls | null = null;
  readonly #account: Account;
  /** The shortcode that only pays out, with an operator of its own. */
  readonly #payer: Account;
  readonly #certificate_pem: string;
  readonly #tokens = new Tokens();
  readonly #later: LaterResult[] = [];
  #made = 0;

  constructor(country: 'KE' | 'ET' = 'KE') {
    super(NO_DARAJA_FAULTS);
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#certificate_pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    this.#account = {
      country,
      shortcode: '174379',
      passkey: 'stand-in-passkey',
      initiator_name: 'testapi',
      initiator_password: 'Stand-in-password-1',
      private_key: privateKey,
    };
    this.#payer = {
      ...this.#account,
      shortcode: '600997',
      initiator_name: 'payapi',
      initiator_password: 'Stand-in-password-2',
    };
  }

  /** Without what refunds need. */
  get credentials(): Record<string, string> {
    const { country, shortcode, passkey } = this.#account;
    return {
      ...(country === 'ET' ? { country } : {}),
      consumer_key: 'stand-in-key',
      consumer_secret: 'stand-in-secret',
      shortcode,
      passkey,
    };
  }

  get initiator(): Record<string, string> {
    const { initiator_name, initiator_password } = this.#account;
    return { initiator_name, initiator_password, certificate_pem: this.#certificate_pem };
  }

  /** Another shortcode pays out than the one that collects. */
  get payer(): Record<string, string> {
    const { shortcode, initiator_name, initiator_password } = this.#payer;
    return {
      ...this.initiator,
      payout_shortcode: shortcode,
      payout_initiator_name: initiator_name,
      payout_initiator_password: initiator_password,
    };
  }

  charges(payment_id: string): number {
    return this.pushes.filter((push) => push.payment_id === payment_id).length;
  }

  /** @throws Error unless it was pushed */
  pushOf(payment_id: string): Push {
    const push = this.pushes.find((each) => each.payment_id === payment_id);
    if (!push) throw new Error(`${payment_id} was not pushed`);
    return push;
  }

  get has_results(): boolean {
    return this.#later.length > 0;
  }

  /**
   * Tells the results that are due, as the faults say. One that is not taken stays due.
   * @returns how our addresses answered
   */
  async tellResults(): Promise<number[]> {
    const answers: number[] = [];
    for (const result of this.#later.splice(0)) {
      try {
        answers.push(...(await this.#tell(result)));
      } catch {
        this.#later.push(result);
      }
    }
    return answers;
  }

  /** @returns the answers @throws Error if nobody takes it */
  async #tell(result: LaterResult): Promise<number[]> {
    const { result_url, timeout_url } = result;
    const gives_up = this.faults.results === 'timeout';
    const known = typeof result.fields === 'function' ? result.fields() : result.fields;
    const fields = known ?? (gives_up ? TIMED_OUT : null);
    if (!fields) throw new Error('there is no result yet');
    const url = gives_up ? timeout_url : result_url;
    const times = { once: 1, twice: 2, never: 0, timeout: 1 }[this.faults.results];
    const answers: number[] = [];
    for (let i = 0; i < times; i++) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Result: fields }),
      });
      if (response.status >= 500) throw new Error(`answered ${response.status}`);
      answers.push(response.status);
      const answer: unknown = await response.json();
      if (JSON.stringify(answer) !== '{"ResultCode":0,"ResultDesc":"Success"}')
        this.complain(`answered ${JSON.stringify(answer)}`);
    }
    return answers;
  }

  protected forget(): void {
    this.pushes.length = 0;
    this.reversals.length = 0;
    this.payouts.length = 0;
    this.repeated_payouts = 0;
    this.paybills.length = 0;
    this.#later.length = 0;
  }

  protected end(payment_id: string, ending: Ending): void {
    const codes: Record<string, string> = { paid: '0', failed: '1' };
    this.pushOf(payment_id).result_code = codes[ending] ?? ending;
  }

  protected callbackOf(payment_id: string): { url: string; headers: Record<string, string>; body: string } {
    const push = this.pushOf(payment_id);
    const code = push.result_code ?? '0';
    const amount = this.faults.callback_amount === null ? push.amount : Number(this.faults.callback_amount);
    const items = [
      { Name: 'Amount', Value: amount },
      { Name: 'MpesaReceiptNumber', Value: push.receipt },
      { Name: 'Balance' },
      { Name: 'TransactionDate', Value: 20260102030405 },
      { Name: 'PhoneNumber', Value: Number(push.phone) },
    ];
    const stkCallback = {
      MerchantRequestID: push.merchant_request_id,
      CheckoutRequestID: push.checkout_request_id,
      ResultCode: Number(code),
      ResultDesc: code === '0' ? 'The service request is processed successfully.' : 'It was not.',
      ...(code === '0' ? { CallbackMetadata: { Item: items } } : {}),
    };
    const wrong = this.faults.callback_signature === 'wrong';
    return {
      // Nothing is signed: what vouches for a callback is that only Safaricom knows the address.
      url: wrong ? withWrongToken(push.callback_url) : push.callback_url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Body: { stkCallback } }),
    };
  }

  protected paymentCollectedBy({ path, body }: Received): string | null {
    return path === this.#paths.push ? paymentIn(body['CallBackURL']) : null;
  }

  protected act(received: Received): Answer {
    const { path, method, headers, body } = received;
    if (path === this.#paths.token) return this.#token(method, headers.authorization);
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!this.#tokens.accepts(token, this.faults)) return refused(404, '404.001.03', 'Invalid Access Token');
    if (method !== 'POST' || headers['content-type'] !== 'application/json')
      return this.#refuse('Invalid Content-Type');
    if (path === this.#paths.push) return this.#push(body);
    if (path === this.#paths.push_query) return this.#pushQuery(body);
    if (path === this.#paths.reversal) return this.#reverse(body);
    if (path === this.#paths.payout) return this.#payOut(body);
    if (path === this.#paths.status) return this.#status(body);
    if (path === this.#paths.register) return this.#register(body);
    return this.#refuse(`Resource not found: ${path}`);
  }

  get #paths(): (typeof PATHS)['KE'] {
    return PATHS[this.#account.country];
  }

  #refuse(problem: string): Answer {
    return refused(400, '400.002.02', `Bad Request - ${this.complain(problem)}`);
  }

  #token(method: string, authorization: string | undefined): Answer {
    const { consumer_key, consumer_secret } = this.credentials;
    const expected = `Basic ${Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')}`;
    if (method !== 'GET' || authorization !== expected) {
      this.complain('Invalid Authentication passed');
      return refused(400, '400.008.01', 'Invalid Authentication passed');
    }
    if (this.faults.token_outages > 0) {
      this.faults.token_outages--;
      return { status: 503, body: { message: 'unavailable' } };
    }
    return { body: { access_token: this.#tokens.make(), expires_in: '3599' } };
  }

  #push(body: Fields): Answer {
    const problem = pushProblem(body, this.#account);
    if (problem) return this.#refuse(problem);
    const { push_error } = this.faults;
    if (push_error) return refused(push_error.status, push_error.errorCode, push_error.errorMessage);
    const number = ++this.#made;
    const push: Push = {
      payment_id: paymentIn(body['CallBackURL']),
      checkout_request_id: `ws_CO_${number}`,
      merchant_request_id: textIn(body, 'MerchantRequestID') ?? `29115-${number}-1`,
      amount: Number(body['Amount']),
      phone: String(body['PhoneNumber']),
      callback_url: String(body['CallBackURL']),
      receipt: `RCP${String(number).padStart(7, '0')}`,
      result_code: null,
    };
    this.pushes.push(push);
    return {
      body: {
        MerchantRequestID: push.merchant_request_id,
        CheckoutRequestID: push.checkout_request_id,
        ResponseCode: '0',
        ResponseDescription: 'Success. Request accepted for processing',
        CustomerMessage: 'Success. Request accepted for processing',
      },
    };
  }

  #pushQuery(body: Fields): Answer {
    const problem = passwordProblem(body, this.#account);
    if (problem) return this.#refuse(problem);
    const push = this.pushes.find((each) => each.checkout_request_id === body['CheckoutRequestID']);
    if (!push) return this.#refuse('Invalid CheckoutRequestID');
    if (push.result_code === null) return refused(500, '500.001.1001', 'The transaction is being processed');
    return {
      body: {
        ResponseCode: '0',
        ResponseDescription: 'The service request has been accepted successsfully',
        MerchantRequestID: push.merchant_request_id,
        CheckoutRequestID: push.checkout_request_id,
        ResultCode: push.result_code,
        ResultDesc: push.result_code === '0' ? 'Processed successfully.' : 'It was not.',
      },
    };
  }

  #reverse(body: Fields): Answer {
    const problem = reversalProblem(body, this.#account);
    if (problem) return this.#refuse(problem);
    const { faults } = this;
    if (faults.reversal_answer === 'throttled') {
      faults.reversal_answer = 'sent';
      return refused(500, '500.003.02', 'System is busy. Please try again in few minutes.');
    }
    const receipt = String(body['TransactionID']);
    if (!this.pushes.some((push) => push.receipt === receipt && push.result_code === '0'))
      return this.#refuse('Invalid TransactionID');
    const number = ++this.#made;
    const done = faults.reversal !== 'refused';
    const reversal = { transaction_id: `REV${number}`, receipt, amount: Number(body['Amount']), done };
    this.reversals.push(reversal);
    const ids = this.#conversation(number, body);
    const code = { done: '0', done_as_21: '21', refused: 'R000002' }[faults.reversal];
    this.#tellLater(body, {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: done
        ? 'The service request is processed successfully.'
        : 'The OriginalTransactionID is invalid.',
      ...ids,
      TransactionID: done ? reversal.transaction_id : `${reversal.transaction_id}F`,
      ...(done
        ? {
            ResultParameters: {
              ResultParameter: [
                { Key: 'Amount', Value: reversal.amount },
                { Key: 'OriginalTransactionID', Value: receipt },
              ],
            },
          }
        : {}),
    });
    if (faults.reversal_answer === 'error_after') return { status: 503, body: { message: 'unavailable' } };
    if (faults.reversal_answer === 'dropped') return { dropped: true };
    if (faults.reversal_answer === 'says_nothing') return { body: {} };
    return accepted(ids);
  }

  #register(body: Fields): Answer {
    const problem = registerProblem(body, this.#account);
    if (problem) return this.#refuse(problem);
    if (this.faults.urls_taken) return refused(500, '500.003.1001', 'Urls are already registered.');
    this.urls = { confirmation: String(body['ConfirmationURL']), validation: String(body['ValidationURL']) };
    if (this.faults.urls_answer === 'dropped') return { dropped: true };
    if (this.#account.country === 'ET')
      return { body: { header: { responseCode: 200, responseMessage: 'Request processed successfully' } } };
    return {
      body: { OriginatorCoversationID: '7619-37765134-1', ResponseCode: '0', ResponseDescription: 'Success' },
    };
  }

  /** A payer sends money to the shortcode. */
  receive(payment: Omit<PaybillPayment, 'transaction_id' | 'status'>): PaybillPayment {
    const received: PaybillPayment = {
      ...payment,
      transaction_id: `RKL${String(++this.#made).padStart(7, '0')}`,
      status: 'Completed',
    };
    this.paybills.push(received);
    return received;
  }

  /** Calls the address of validations, or confirmations, as the phone's digits are masked. @returns the answer */
  async notify(
    kind: keyof RegisteredUrls,
    { transaction_id, amount, account, phone, to = this.#account.shortcode }: Omit<PaybillPayment, 'status'>,
  ): Promise<{ status: number; body: Fields }> {
    if (!this.urls) throw new Error('no addresses are registered');
    const response = await fetch(this.urls[kind], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        TransactionType: 'Pay Bill',
        TransID: transaction_id,
        TransTime: '20260102030405',
        TransAmount: amount,
        BusinessShortCode: to,
        BillRefNumber: account,
        InvoiceNumber: '',
        OrgAccountBalance: kind === 'validation' ? '' : '49197.00',
        ThirdPartyTransID: '',
        MSISDN: `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`,
        FirstName: 'WANJIRU',
        MiddleName: '',
        LastName: '',
      }),
    });
    return { status: response.status, body: (await response.json()) as Fields };
  }

  #status(body: Fields): Answer {
    const problem = statusProblem(body, this.#accountOf(body));
    if (problem) return this.#refuse(problem);
    const ids = this.#conversation(++this.#made, body);
    this.#tellLater(body, {
      ResultType: 0,
      ...ids,
      TransactionID: 'OAA0000000',
      ...(this.#initiatorFault() ??
        this.#payoutStatus(body) ??
        this.#statusFields(String(body['TransactionID']))),
    });
    return accepted(ids);
  }

  #initiatorFault(): Fields | null {
    const { initiator_locked, operator_missing } = this.faults;
    if (operator_missing) return OPERATOR_MISSING;
    return initiator_locked ? INITIATOR_INVALID : null;
  }

  /** Whose shortcode a request names. */
  #accountOf({ PartyA }: Fields): Account {
    return PartyA === this.#payer.shortcode ? this.#payer : this.#account;
  }

  #payOut(body: Fields): Answer {
    const problem = payoutProblem(body, this.#accountOf(body));
    if (problem) return this.#refuse(problem);
    const { faults } = this;
    const id = String(body['OriginatorConversationID']);
    if (this.payouts.some((each) => each.id === id)) {
      this.repeated_payouts++;
      return refused(500, '500.002.1001', 'Duplicate OriginatorConversationID.');
    }
    if (faults.payout_answer === 'throttled') {
      faults.payout_answer = 'sent';
      return refused(500, '500.003.02', 'System is busy. Please try again in few minutes.');
    }
    if (faults.payout_answer === 'refused') return refused(400, '400.002.02', 'Bad Request - Invalid PartyB');
    const number = ++this.#made;
    const ids = this.#conversation(number, body);
    const payout: PaidOut = {
      id,
      conversation_id: String(ids['ConversationID']),
      transaction_id: `B2C${String(number).padStart(7, '0')}`,
      amount: Number(body['Amount']),
      phone: String(body['PartyB']),
      command: String(body['CommandID']),
      remarks: String(body['Remarks']),
      result_code: faults.initiator_locked ? '2001' : faults.payout,
    };
    this.payouts.push(payout);
    this.#tellLater(body, () => this.#payoutResult(payout));
    if (faults.payout_answer === 'error_after') return { status: 503, body: { message: 'unavailable' } };
    if (faults.payout_answer === 'dropped') return { dropped: true };
    if (faults.payout_answer === 'says_nothing') return { body: {} };
    return accepted(ids);
  }

  /** Null while the payout waits. */
  #payoutResult({ id, conversation_id, transaction_id, amount, phone, result_code }: PaidOut): Fields | null {
    const code = this.faults.forged_result ?? result_code;
    if (code === null) return null;
    const done = code === '0';
    return {
      ResultType: 0,
      ResultCode: Number(code),
      ResultDesc: done ? 'The service request is processed successfully.' : 'It was not made.',
      OriginatorConversationID: id,
      ConversationID: conversation_id,
      TransactionID: transaction_id,
      ...(done
        ? {
            ResultParameters: {
              ResultParameter: [
                { Key: 'TransactionAmount', Value: amount },
                { Key: 'TransactionReceipt', Value: transaction_id },
                { Key: 'ReceiverPartyPublicName', Value: `${phone} - JANE DOE` },
                { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
                { Key: 'B2CChargesPaidAccountAvailableFunds', Value: -1980 },
              ],
            },
          }
        : {}),
    };
  }

  /** Null unless a payout is asked about that is known under that id. */
  #payoutStatus({ TransactionID, OriginalConversationID }: Fields): Fields | null {
    const by_conversation = typeof OriginalConversationID === 'string';
    const payout = this.payouts.find((each) =>
      by_conversation ? each.id === OriginalConversationID : each.transaction_id === TransactionID,
    );
    const is_known = payout?.result_code !== null && !(by_conversation && this.faults.only_transactions);
    if (!payout || !is_known) return by_conversation ? UNKNOWN_TRANSACTION : null;
    const { status_amount, status_receiver } = this.faults;
    return {
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      ResultParameters: {
        ResultParameter: [
          { Key: 'DebitPartyName', Value: '600310 - Safaricom333' },
          { Key: 'CreditPartyName', Value: `${status_receiver ?? payout.phone} - JANE DOE` },
          { Key: 'OriginatorConversationID', Value: payout.id },
          { Key: 'DebitPartyCharges', Value: 'Fee For B2C Payment|KES|22.40' },
          { Key: 'TransactionReason' },
          { Key: 'TransactionStatus', Value: payout.result_code === '0' ? 'Completed' : 'Failed' },
          { Key: 'Amount', Value: status_amount ?? String(payout.amount) },
          { Key: 'ConversationID', Value: payout.conversation_id },
          { Key: 'ReceiptNo', Value: payout.transaction_id },
        ],
      },
    };
  }

  #statusFields(asked: string): Fields {
    const found = (Status: string, TransactionAmount: number): Fields => ({
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      ResultParameters: {
        ResultParameter: [
          { Key: 'TransactionReceipt', Value: asked },
          { Key: 'Status', Value: Status },
          { Key: 'TransactionAmount', Value: TransactionAmount },
        ],
      },
    });
    const paid = this.paybills.find(({ transaction_id }) => transaction_id === asked);
    if (paid)
      return {
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        ResultParameters: {
          ResultParameter: [
            { Key: 'DebitPartyName', Value: paid.payer ?? `${paid.phone} - WANJIRU KAMAU` },
            { Key: 'CreditPartyName', Value: `${paid.to ?? this.#account.shortcode} - Stand-in SACCO` },
            { Key: 'ReasonType', Value: 'Pay Bill Online' },
            { Key: 'TransactionStatus', Value: paid.status },
            { Key: 'Amount', Value: Number(paid.amount) },
            { Key: 'ReceiptNo', Value: asked },
          ],
        },
      };
    const push = this.pushes.find(({ receipt, result_code }) => receipt === asked && result_code === '0');
    if (push) {
      const amount = this.faults.status_amount === null ? push.amount : Number(this.faults.status_amount);
      const reversed = this.reversals.some(({ receipt, done }) => receipt === asked && done);
      return found(reversed ? 'Reversed' : 'Completed', amount);
    }
    const reversal = this.reversals.find(({ transaction_id, done }) => transaction_id === asked && done);
    if (reversal && !this.faults.only_receipts) return found('Completed', reversal.amount);
    return UNKNOWN_TRANSACTION;
  }

  #conversation(number: number, body: Fields): Fields {
    return {
      OriginatorConversationID: textIn(body, 'OriginatorConversationID') ?? `10571-${number}-1`,
      ConversationID: `AG_20260102_${number}`,
    };
  }

  #tellLater(body: Fields, fields: LaterResult['fields']): void {
    const { ResultURL, QueueTimeOutURL } = body;
    this.#later.push({ result_url: String(ResultURL), timeout_url: String(QueueTimeOutURL), fields });
    if (this.faults.tells_at_once) setImmediate(() => void this.tellResults());
  }
}

const TIMED_OUT: Fields = { ResultType: 1, ResultCode: 1, ResultDesc: 'The service request timed out.' };
const UNKNOWN_TRANSACTION: Fields = { ResultCode: 2032, ResultDesc: 'The transaction does not exist.' };
const OPERATOR_MISSING: Fields = { ResultCode: 'SFC_IC0003', ResultDesc: 'The operator does not exist.' };
const INITIATOR_INVALID: Fields = { ResultCode: 2001, ResultDesc: 'The initiator information is invalid.' };

function accepted(ids: Fields): Answer {
  return {
    body: { ...ids, ResponseCode: '0', ResponseDescription: 'Accept the service request successfully.' },
  };
}

function refused(status: number, errorCode: string, errorMessage: string): Answer {
  return { status, body: { requestId: '1', errorCode, errorMessage } };
}

function textIn(body: Fields, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' ? value : null;
}

/** The payment whose callbacks go to this address. */
function paymentIn(url: unknown): string {
  return /\/callbacks\/daraja\/(pay_[^/]+)\//.exec(String(url))?.[1] ?? '';
}
