/**
 * SMS by Africa's Talking (https://developers.africastalking.com/docs/sms/sending/bulk and …/sms/notifications): one message a call,
 * form-encoded, the key in a header. It answers 201 with a status for each recipient, and reports deliveries by a form.
 */
import joi from 'joi';
import { readJsonObject } from '../../../core/json.ts';
import { parsePrice } from '../price.rules.ts';
import { callSender } from './call-sender.ts';
import { saidText } from './said-text.rules.ts';
import type { Cost, Report, Sender, SendOutcome } from './sender.port.ts';

const LIVE_URL = 'https://api.africastalking.com';
const SANDBOX_URL = 'https://api.sandbox.africastalking.com';
/** The name under which their sandbox knows everybody. */
const SANDBOX_USERNAME = 'sandbox';

/** Processed, sent, queued. */
const TAKEN = new Set([100, 101, 102]);
/** The account has no balance: it is topped up, and then the message can be sent. */
const NOT_TAKEN = new Set([405]);
/** Their own errors say nothing about whether the message is on its way. */
const UNCLEAR = new Set([500, 501]);

/** What their reports say; a report of another status is about the way, not the end. */
const REPORTED: Readonly<Record<string, Report['status']>> = {
  Success: 'delivered',
  Failed: 'failed',
  Rejected: 'failed',
  Expired: 'failed',
  AbsentSubscriber: 'failed',
  Sent: 'sent',
  Submitted: 'sent',
  Buffered: 'sent',
};

export const africastalking: Sender = {
  channels: ['sms'],
  environments: ['test', 'live'],
  credentials: {
    username: joi.string().max(100).required(),
    api_key: joi.string().max(500).required(),
    sender_id: joi.string().max(20),
  },
  mask: ({ username = '', sender_id }) => ({
    username,
    api_key: '••••',
    ...(sender_id === undefined ? {} : { sender_id }),
  }),
  send({ config, provider_deadline_ms }, { username = '', api_key = '', sender_id }, { to, text }) {
    const base_url = config.africastalking_url ?? (username === SANDBOX_USERNAME ? SANDBOX_URL : LIVE_URL);
    const form = { username, to, message: text, ...(sender_id === undefined ? {} : { from: sender_id }) };
    const request = {
      headers: { apiKey: api_key, accept: 'application/json' },
      body: { form },
      deadline_ms: provider_deadline_ms,
    };
    return callSender(`${base_url}/version1/messaging`, request, readAnswer);
  },
  readReport({ body }) {
    const form = new URLSearchParams(body);
    const status = REPORTED[form.get('status') ?? ''];
    const message_ref = saidText(form.get('id') ?? '');
    if (!status || message_ref === '') return null;
    const reason = form.get('failureReason');
    return { message_ref, status, reason: reason === null ? null : saidText(reason) };
  },
};

interface Recipient {
  statusCode?: unknown;
  status?: unknown;
  messageId?: unknown;
  cost?: unknown;
}

function readAnswer(body: string): SendOutcome {
  const data = readJsonObject(body)?.['SMSMessageData'] as
    { Recipients?: readonly Recipient[]; Message?: unknown } | undefined;
  if (!Array.isArray(data?.Recipients)) return { status: 'unknown', reason: 'The answer cannot be read.' };
  const [recipient] = data.Recipients as readonly Recipient[];
  // Where nothing was sent to anybody, the message says why: "InvalidSenderId".
  if (!recipient) return { status: 'failed', reason: sentence(data.Message) };
  const code = Number(String(recipient.statusCode));
  const reason = sentence(recipient.status);
  if (TAKEN.has(code))
    return { status: 'sent', provider_id: idIn(recipient.messageId), cost: costIn(recipient.cost) };
  if (NOT_TAKEN.has(code)) return { status: 'not_taken', reason };
  return { status: UNCLEAR.has(code) ? 'unknown' : 'failed', reason };
}

function sentence(said: unknown): string {
  return `Africa's Talking: ${typeof said === 'string' ? saidText(said) : 'no reason given'}`;
}

function idIn(id: unknown): string | null {
  const text = typeof id === 'string' ? saidText(id) : '';
  return text === '' || text === 'None' ? null : text;
}

/** "KES 0.8000" */
function costIn(cost: unknown): Cost | null {
  const [, cost_currency, price] = /^([A-Z]{3}) ([\d.]+)$/.exec(typeof cost === 'string' ? cost : '') ?? [];
  const cost_e4 = price === undefined ? null : parsePrice(price);
  return cost_currency === undefined || cost_e4 === null ? null : { cost_e4, cost_currency };
}
