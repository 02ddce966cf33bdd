/**
 * Stand-ins for what sends SMS: they check what they are sent as the real ones do, with nothing of our adapters in them. Africa's
 * Talking: https://developers.africastalking.com/docs/sms/sending/bulk; a gateway that verifies Standard Webhooks.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';

export interface TakenSms {
  id: string;
  to: string;
  text: string;
  /** Our id of it, where we said one. */
  ref: string | null;
}

/** What becomes of the answer to a call that had its effect. */
type AnswerFault = 'none' | 'dropped' | 'late' | '500';

abstract class SmsStandIn {
  base_url = '';
  /** What it would send to phones. */
  readonly taken: TakenSms[] = [];
  /** What was wrong with what it was sent. */
  readonly complaints: string[] = [];
  calls = 0;
  fault: AnswerFault = 'none';
  /** How late a late answer is, in milliseconds. */
  late_ms = 2_000;
  /** Calls are answered so without effect. */
  refuses_with: number | null = null;
  /** Whether its 503 says when to come again. */
  says_when = true;
  /** Called after a message was taken, and before the answer. */
  onTaken: (sms: TakenSms) => Promise<unknown> | void = () => undefined;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        this.base_url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
        resolve();
      });
    });
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => void this.#server.close(() => resolve()));
  }

  reset(): void {
    this.taken.length = 0;
    this.complaints.length = 0;
    this.calls = 0;
    this.fault = 'none';
    this.refuses_with = null;
    this.says_when = true;
    this.onTaken = () => undefined;
  }

  /** @returns the answer, and the message when it was taken */
  protected abstract act(
    request: IncomingMessage,
    text: string,
  ): { status: number; body: object; taken?: TakenSms };

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readAll(request);
    this.calls += 1;
    if (this.refuses_with !== null) {
      const headers = this.refuses_with === 503 && this.says_when ? { 'retry-after': '30' } : {};
      return void response.writeHead(this.refuses_with, headers).end('{}');
    }
    const { status, body, taken } = this.act(request, text);
    if (taken) {
      this.taken.push(taken);
      await this.onTaken(taken);
    }
    if (this.fault === 'dropped') return void request.socket.destroy();
    if (this.fault === 'late') await new Promise((resolve) => setTimeout(resolve, this.late_ms));
    if (this.fault === '500') return void response.writeHead(500).end('busy');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}

export class AfricasTalkingStandIn extends SmsStandIn {
  readonly credentials = { username: 'umoja', api_key: 'atsk_a-key-of-the-app', sender_id: 'UMOJA' };
  /** The next recipients get these status codes, instead of 101. */
  readonly status_codes: number[] = [];
  #last_id = 0;

  protected act(request: IncomingMessage, text: string) {
    const { headers, url, method } = request;
    const form = new URLSearchParams(text);
    if (method !== 'POST' || url !== '/version1/messaging') return this.#complain(404, `${method} ${url}`);
    if (headers['apikey'] !== this.credentials.api_key || form.get('username') !== this.credentials.username)
      return this.#complain(401, 'The supplied authentication is invalid');
    if (headers['content-type'] !== 'application/x-www-form-urlencoded')
      return this.#complain(415, `content type ${headers['content-type']}`);
    const [to, message, from] = ['to', 'message', 'from'].map((name) => form.get(name));
    if (!to || !/^\+\d{8,15}$/.test(to) || !message) return this.#complain(400, 'Must have to and message');
    if (from !== this.credentials.sender_id) return this.#answer([], 'InvalidSenderId');
    const code = this.status_codes.shift() ?? 101;
    const id = `ATXid_${(this.#last_id += 1)}`;
    const is_taken = code >= 100 && code <= 102;
    const recipient = {
      statusCode: code,
      number: to,
      status: STATUS_OF[code] ?? 'Unknown',
      cost: is_taken ? 'KES 0.8000' : '0',
      messageId: is_taken ? id : 'None',
    };
    const answer = this.#answer([recipient], `Sent to ${is_taken ? 1 : 0}/1 Total Cost: KES 0.8000`);
    return is_taken ? { ...answer, taken: { id, to, text: message, ref: null } } : answer;
  }

  /** Their delivery report. */
  async report(url: string, id: string, status: string, failureReason?: string): Promise<number> {
    const form = new URLSearchParams({ id, status, phoneNumber: '+254712345678', networkCode: '63902' });
    if (failureReason !== undefined) form.set('failureReason', failureReason);
    const response = await fetch(url, { method: 'POST', body: form });
    await response.arrayBuffer();
    return response.status;
  }

  #answer(Recipients: object[], Message: string) {
    return { status: 201, body: { SMSMessageData: { Message, Recipients } } };
  }

  #complain(status: number, problem: string) {
    this.complaints.push(problem);
    return { status, body: { error: problem } };
  }
}

const STATUS_OF: Record<number, string> = {
  100: 'Processed',
  101: 'Success',
  102: 'Queued',
  403: 'InvalidPhoneNumber',
  405: 'InsufficientBalance',
  406: 'UserInBlacklist',
  500: 'InternalServerError',
};

export class HttpGatewayStandIn extends SmsStandIn {
  /** The number that it answers as its own id; null: none. */
  answers_number: number | null = null;
  readonly secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  /** @param body the template of the request's body */
  credentials(body: string): Record<string, string> {
    return { url: `${this.base_url}/send?key=a-key-in-the-address`, body, secret: this.secret };
  }

  protected act({ headers }: IncomingMessage, text: string) {
    const [id, at, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      String(headers[name]),
    ) as [string, string, string];
    const key = Buffer.from(this.secret.slice('whsec_'.length), 'base64');
    const expected = `v1,${createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')}`;
    const is_signed =
      given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
    if (!is_signed || Math.abs(Date.now() / 1_000 - Number(at)) > 300) {
      this.complaints.push('the signature is wrong, or old');
      return { status: 401, body: {} };
    }
    const sent = (
      headers['content-type'] === 'application/json'
        ? JSON.parse(text)
        : Object.fromEntries(new URLSearchParams(text))
    ) as Record<string, string>;
    const taken = { id, to: sent['phone'] ?? '', text: sent['message'] ?? '', ref: sent['ref'] ?? null };
    if (taken.to === '' || taken.text === '') this.complaints.push(`no phone or message: ${text}`);
    const own = this.answers_number === null ? {} : { id: this.answers_number };
    return { status: 202, body: { accepted: true, ...own }, taken };
  }

  /** A delivery report, as docs/concepts/messages.md asks gateways for them. */
  async report(url: string, id: string | number, status: string, reason?: string): Promise<number> {
    const body = JSON.stringify({ id, status, ...(reason === undefined ? {} : { reason }) });
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    await response.arrayBuffer();
    return response.status;
  }
}
