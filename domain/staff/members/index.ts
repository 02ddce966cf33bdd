export { presentStaffMember as present, staffMemberSchema as schema } from '../projects/project.presenter.ts';
export { listStaff as list, putStaff as put, removeStaff as remove } from './staff-members.ts';
