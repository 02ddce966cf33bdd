/** The movements that this module declares. */
import { COUNTER_MOVEMENTS } from './counter.ts';
import { EXITS } from './exit/exit-member.ts';
import { ENTRANCE_FEE } from './joining/join-member.ts';

export const MEMBER_MOVEMENTS = [...COUNTER_MOVEMENTS, ENTRANCE_FEE, ...EXITS];
