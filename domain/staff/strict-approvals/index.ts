/** Strict approvals: the setting, who may decide under it, and the requests of this module that wait for a second person. */
export { appointmentSchema, staffAppointment } from './appointment.ts';
export { findDecider, lockDecider, type DecidingMember } from './deciders.ts';
export { getStaffMember } from '../members/staff-members.ts';
export { areOn, refuseMaker, strictApprovalsOff, turnOff } from './setting.ts';
