/** Compares the messages to members with what their sender was given, and with the movements that they tell. */
import { compareMessages } from '../accounting/messages.ts';
import type { MessageSender } from '../messages.ts';
import type { Place } from '../place.ts';

const NOTIFICATIONS = '/api/v1/notifications';
/** Kinds of movements that members are told; the total of a dividend is of no member. */
const TOLD = ['deposit', 'withdrawal', 'loan_disbursement', 'dividend'];

/** Each has an event of its own. */
export async function expectMessageEvents(place: Place): Promise<void> {
  for (const { id } of await place.list(NOTIFICATIONS, 'notifications'))
    place.events.add(['member.notification', id]);
}

export async function checkMessages(place: Place, sender: MessageSender): Promise<string[]> {
  const told: string[] = [];
  for (const kind of TOLD)
    for (const { id, member } of await place.list(
      `/api/v1/sacco/entries?status=posted&kind=${kind}`,
      'entries',
    ))
      if (member !== null) told.push(id);
  return [
    ...compareMessages(await place.list(NOTIFICATIONS, 'notifications'), sender.taken(), told),
    ...sender.gateway.complaints,
  ];
}
