/** What sends messages: a telecom's gateway, a mail server, or the sandbox. */
import type joi from 'joi';
import type { Environment } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Channel } from '../languages.rules.ts';
import type { ReportStatus } from '../notification.rules.ts';

export const SENDER_NAMES = ['sandbox', 'africastalking', 'http', 'smtp', 'none'] as const;
export type SenderName = (typeof SENDER_NAMES)[number];

export interface Outgoing {
  id: string;
  /** A phone in E.164, or an address. */
  to: string;
  /** Of an e-mail. */
  subject: string | null;
  text: string;
}

/** What a sender says that a message costs, in ten-thousandths of the currency. */
export interface Cost {
  cost_e4: bigint;
  cost_currency: string;
}

/**
 * What became of an attempt. Senders take no idempotency key: only what was certainly not taken may be sent again, and a sender that
 * gives no answer may have taken it.
 */
export type SendOutcome =
  | { status: 'sent' | 'delivered'; provider_id: string | null; cost: Cost | null }
  | { status: 'failed' | 'unknown'; reason: string }
  /** `is_about_recipient`: the sender itself takes messages to others. */
  | { status: 'not_taken'; reason: string; is_about_recipient?: boolean };

/** A delivery report, as the sender calls us with it. */
export interface Report {
  /** The sender's own id of the message, or ours. */
  message_ref: string;
  status: ReportStatus;
  reason: string | null;
}

export interface ReportCall {
  content_type: string;
  body: string;
}

export type Credentials = Readonly<Record<string, string>>;

export interface Sender {
  channels: readonly Channel[];
  environments: readonly Environment[];
  /** Null: it needs no credentials. */
  credentials: Record<string, joi.StringSchema> | null;
  /** @throws AppError why these credentials, or this server, will not do */
  check?: (ctx: Context, credentials: Credentials) => void;
  /** Credentials as they may be shown. */
  mask: (credentials: Credentials) => Record<string, string>;
  send: (ctx: Context, credentials: Credentials, message: Outgoing) => Promise<SendOutcome>;
  /** @returns null when it cannot be read; absent where the sender has no reports */
  readReport?: (call: ReportCall) => Report | null;
}
