/** E-mail by the server of SMTP_URL. */
import { refusal } from '../../../core/errors.ts';
import type { Sender, SendOutcome } from './sender.port.ts';

/** Commands of SMTP before the text is sent: when one of them fails, nothing was taken. */
const BEFORE_TEXT = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO']);

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
  command?: string;
}

function outcomeOf({ responseCode, code, command = '' }: MailError): SendOutcome {
  if (code === 'EAUTH' || command.startsWith('AUTH'))
    return { status: 'not_taken', reason: 'The mail server refused our credentials.' };
  const reason = `The mail server answered ${responseCode ?? 'nothing'}.`;
  if (responseCode !== undefined) return { status: responseCode >= 500 ? 'failed' : 'not_taken', reason };
  return { status: BEFORE_TEXT.has(command) ? 'not_taken' : 'unknown', reason };
}
