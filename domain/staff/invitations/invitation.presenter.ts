/** Invitations as the person who is invited sees them. */
import { dateTime, object, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { Invitation } from './invitations.ts';
import { ROLES } from '../projects/roles.rules.ts';

const named = object({ id: string, name: string });

export const invitationSchema = resource('Invitation', 'An offer to work in a project', {
  id: string,
  project: named,
  role: oneOf(ROLES),
  invited_by: named,
  invited_at: dateTime,
});

export function presentInvitation(invitation: Invitation): Wire<typeof invitationSchema> {
  return {
    id: invitation.invitation_id,
    project: { id: invitation.project_id, name: invitation.project_name },
    role: invitation.role,
    invited_by: { id: invitation.invited_by, name: invitation.inviter_name },
    invited_at: invitation.added_at,
  };
}
