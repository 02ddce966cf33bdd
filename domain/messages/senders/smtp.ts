/** E-mail by the server of SMTP_URL. */
import { refusal } from '../../../core/errors.ts';
import type { Sender, SendOutcome } from './sender.port.ts';

/** Commands of SMTP before the text is sent: when one of them fails, nothing was taken. */
const BEFORE_TEXT = new Set(['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO']);
/** There was no connection, or none with TLS. */
const NEVER_CONNECTED = new Set(['EDNS', 'ETLS', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
/** While the connection is set up; a timeout of the socket may come at any time. */
const SET_UP_TIMEOUTS = new Set(['CONNECTION_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']);

export const smtp: Sender = {
  channels: ['email'],
  environments: ['test', 'live'],
  credentials: null,
  check({ mailer }) {
    if (!mailer) throw refusal('mail_not_configured');
  },
  mask: () => ({}),
  async send({ mailer }, _credentials, { to, subject, text }) {
    if (!mailer) return { status: 'not_taken', reason: 'This server has no SMTP_URL.' };
    try {
      await mailer.send({ to, subject: subject ?? '', text });
      return { status: 'sent', provider_id: null, cost: null };
    } catch (error) {
      return outcomeOf(error as MailError);
    }
  },
};

interface MailError {
  /** The server's answer. */
  responseCode?: number;
  code?: string;
  /** Of the system, below `code`. */
  originalCode?: string;
  timeoutType?: string;
  /** `CONN` for whatever befalls the connection, also after the text was sent. */
  command?: string;
}

function outcomeOf(error: MailError): SendOutcome {
  const { responseCode = 0, code, command = '' } = error;
  if (code === 'EAUTH' || command.startsWith('AUTH'))
    return { status: 'not_taken', reason: 'The mail server refused our credentials.' };
  const reason = `The mail server answered ${responseCode || 'nothing'}.`;
  if (responseCode >= 500) return { status: 'failed', reason };
  if (responseCode >= 400)
    return { status: 'not_taken', reason, is_about_recipient: command === 'RCPT TO' || command === 'DATA' };
  return { status: precedesText(error) ? 'not_taken' : 'unknown', reason };
}

function precedesText({ code = '', originalCode = '', timeoutType = '', command = '' }: MailError): boolean {
  return (
    NEVER_CONNECTED.has(code) ||
    NEVER_CONNECTED.has(originalCode) ||
    SET_UP_TIMEOUTS.has(timeoutType) ||
    BEFORE_TEXT.has(command)
  );
}
