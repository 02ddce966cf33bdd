/** The request to give a user a role that decides, which waits for a second person under strict approvals. */
import { notFound } from '../../../core/errors.ts';
import { oneOf, resource, string } from '../../../core/schema.ts';
import { approvedBy, type SubjectAction } from '../../platform/second-person.port.ts';
import { User } from '../users/user.model.ts';
import { readProject } from '../projects/projects.ts';
import { ROLES, type Role } from '../projects/roles.rules.ts';
import { giveRole } from '../members/staff-members.ts';
import { Staff } from '../members/staff.model.ts';

export const appointmentSchema = resource('StaffAppointment', 'A role that waits for a second person', {
  user_id: string,
  email: string,
  role: oneOf(ROLES),
  status: oneOf(['awaiting_approval'] as const),
  approval_id: string,
});

export const staffAppointment: SubjectAction = {
  kind: 'staff_appointment',
  subject_type: 'staff',

  async changes({ db, scope: { project_id } }, { subject_id: user_id, change }) {
    const member = await Staff.query(db).where({ project_id, user_id }).first();
    return [{ field: 'role', from: member?.role ?? null, to: roleIn(change) }];
  },

  async onApproved(unit, request) {
    const user = await User.query(unit.trx).findById(request.subject_id);
    if (!user) throw notFound('registered user');
    const project = await readProject(unit.trx, unit.scope.project_id);
    const appointer = { ...unit, project, actor: request.requested_by };
    await giveRole(appointer, user, roleIn(request.change), approvedBy(unit, request));
  },
};

function roleIn(change: unknown): Role {
  return (change as { role: Role }).role;
}
