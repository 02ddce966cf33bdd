/** A real SMTP server on loopback that keeps what it is given. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';
import { until } from './wait.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Header and body as they were sent. */
  raw: string;
}

export class Mailbox {
  readonly mails: ReceivedMail[] = [];
  /** Answers every mail with a fault while set. */
  refuses = false;
  /** Who gets nothing for now. */
  refuses_to: string | null = null;
  /** To whom the mails were that it did not take. */
  readonly refused: string[] = [];
  private readonly server: SMTPServer;

  constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        if (address !== this.refuses_to) return done();
        done(Object.assign(new Error('mailbox full'), { responseCode: 450 }));
      },
      onData: (stream, session, done) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
        stream.once('end', () => done(this.take(raw, session.envelope)));
      },
    });
  }

  /** @returns why it is not taken, or null */
  private take(raw: string, { mailFrom, rcptTo }: SMTPServerEnvelope): Error | null {
    const to = rcptTo.map(({ address }) => address);
    if (this.refuses) {
      this.refused.push(...to);
      return new Error('try again later');
    }
    const from = mailFrom ? mailFrom.address : '';
    this.mails.push({ from, to, raw });
    return null;
  }

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox();
    await once(mailbox.server.listen(0, '127.0.0.1'), 'listening');
    return mailbox;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** The token in the newest mail to that address, once there is one. */
  async tokenFor(email: string, prefix: string): Promise<string> {
    return until(`a mail with ${prefix} is at ${email}`, () => {
      const mail = this.mails.findLast(({ to, raw }) => to.includes(email) && raw.includes(prefix));
      return new RegExp(`${prefix}[\\w-]{43}`).exec(mail?.raw ?? '')?.[0];
    });
  }

  close(): Promise<void> {
    return new Promise((closed) => this.server.close(closed));
  }
}
