/** Messages to members by the sandbox: from then on they are told, one of them in Swahili, and one has opted out. */
import { messageSenders, messageTemplates, preferences } from '../messages/index.ts';
import type { Filling } from './filling.ts';

/** @param members ids, in their order */
export async function tellMembers(filling: Filling, members: readonly string[]): Promise<void> {
  const { ctx, scope, project, caller } = filling;
  // Only owners and admins set senders.
  const owner = { ctx, scope, actor: { type: 'user', id: project.owner_id } } as const;
  const change = {
    sender: 'sandbox',
    language: 'en',
    quiet_hours: null,
    segment_price_e4: 8_000n,
    segment_currency: 'KES',
  } as const;
  // The sandbox reports nothing, so that its address for reports is nobody's.
  await messageSenders.put(owner, 'sms', { change, server_url: '' });
  await messageTemplates.put(
    owner,
    { template: 'payout', language: 'en' },
    {
      text: '{{cooperative}}: {{amount}} is on its way to your phone, {{name}}. Thank you for saving with us.',
    },
  );
  const [swahili, opted_out] = [members[5], members[6]];
  if (swahili) await preferences.set(caller, swahili, { language: 'sw' });
  if (opted_out) await preferences.set(caller, opted_out, { sms: false });
}
