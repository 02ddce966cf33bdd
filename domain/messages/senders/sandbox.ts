/** The sandbox of the test environment sends nothing: its messages are read in the outbox. */
import type { Sender } from './sender.port.ts';

/** The last three digits of phones that get nothing, as in the sandbox of payments. */
const UNKNOWN_PHONE = '029';

export const sandbox: Sender = {
  channels: ['sms', 'email'],
  environments: ['test'],
  credentials: null,
  mask: () => ({}),
  send: async (_ctx, _credentials, { to }) =>
    to.endsWith(UNKNOWN_PHONE)
      ? { status: 'failed', reason: 'No account belongs to this phone.' }
      : { status: 'delivered', provider_id: null, cost: null },
};
