/** SMS to the cooperative's members: by Africa's Talking's stand-in, which runs here; the service reaches it through a process that is killed. */
import { AfricasTalkingStandIn } from '../stand-ins/sms-gateways.ts';
import type { TakenMessage } from './accounting/messages.ts';
import type { Place } from './place.ts';
import type { OutsideProvider } from './service/programs.ts';

/** No two messages about movements say the same. */
const TEXTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['deposit', 'withdrawal', 'payout', 'loan_disbursed', 'dividend_paid'].map((template) => [
      template,
      '{{amount}} {{reference}}',
    ]),
  ),
  consent_request: '{{amount}} for {{borrower_name}}: {{code}}',
};

export class MessageSender {
  readonly gateway = new AfricasTalkingStandIn();
  #report_url = '';
  /** How many of those that it took are reported as delivered. */
  #reported = 0;

  /** How the service is told where it is. */
  setting(): Omit<OutsideProvider, 'front'> {
    return { variable: 'AFRICASTALKING_URL', port: Number(new URL(this.gateway.base_url).port), path: '' };
  }

  async configure(place: Place): Promise<void> {
    const { credentials } = this.gateway;
    const body = { environment: 'test', sender: 'africastalking', credentials };
    const path = `/api/projects/${place.id}/senders/sms`;
    const { report_url } = await place.must('PUT', path, body, { as: 'owner' });
    this.#report_url = report_url;
    for (const [template, text] of Object.entries(TEXTS))
      await place.must(
        'PUT',
        `/api/v1/sacco/notification-templates/${template}/en`,
        { text },
        { as: 'owner' },
      );
  }

  /** What was taken, as lists of the service show it: a code is masked. */
  taken(): TakenMessage[] {
    return this.gateway.taken.map(({ to, text }) => ({ to, text: text.replace(/: \d{6}$/, ': ••••••') }));
  }

  /** Reports deliveries, each until the service has taken it. */
  async work(): Promise<void> {
    for (let sms = this.#next(); sms; sms = this.#next()) {
      const status = await this.gateway.report(this.#report_url, sms.id, 'Success').catch(() => 0);
      if (status !== 200) return;
      this.#reported += 1;
    }
  }

  #next() {
    return this.gateway.taken[this.#reported];
  }
}
