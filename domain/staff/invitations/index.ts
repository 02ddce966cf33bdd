export {
  acceptInvitation as accept,
  declineInvitation as decline,
  listInvitations as list,
} from './invitations.ts';
export { invitationSchema as schema, presentInvitation as present } from './invitation.presenter.ts';
