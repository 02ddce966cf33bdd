/** What must be true of messages to members. */
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

export const messageInvariants: Invariant[] = [
  sqlInvariant(
    'a message about a movement tells of a posted entry of its member',
    `select n.id from notifications n
     left join sacco_entries e on e.id = n.entry_id and (e.project_id, e.environment) = (n.project_id, n.environment)
     where n.entry_id is not null and (e.id is null or e.status <> 'posted' or e.member_id is distinct from n.member_id)`,
    (row) => `${text(row, 'id')} tells of a movement that its member does not have`,
  ),
  sqlInvariant(
    'a message goes to a member of its project, by a sender of its project and channel',
    `select n.id from notifications n
     left join sacco_members m on m.id = n.member_id and (m.project_id, m.environment) = (n.project_id, n.environment)
     left join message_senders s on s.id = n.sender_id
       and (s.project_id, s.environment, s.channel) = (n.project_id, n.environment, n.channel)
     where m.id is null or s.id is null`,
    (row) => `${text(row, 'id')} is of another project than its member or its sender`,
  ),
  sqlInvariant(
    'a message that was sent was given to its sender, and one that was suppressed was not',
    `select id from notifications
     where (status in ('sent', 'delivered') and handed_over_at is null) or (status = 'suppressed' and handed_over_at is not null)`,
    (row) => `${text(row, 'id')} has a status that does not agree with whether it was given to its sender`,
  ),
  sqlInvariant(
    'no secret of a message outlives its sending, except in the outbox of the sandbox',
    `select n.id from notifications n join message_senders s on s.id = n.sender_id
     where n.text_sealed is not null and n.status <> 'queued' and n.environment <> 'test'`,
    (row) => `${text(row, 'id')} still holds the text with its secret`,
  ),
];
