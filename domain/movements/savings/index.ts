export { legOfSavings as leg } from '../legs.rules.ts';
export type { NamesSavingsAccount as NamesAccount } from '../pipeline/request-to-move.ts';
export { savingsMovedOn as movedOn } from './moved-savings.ts';
export type { SavingsRules as Rules } from './savings.port.ts';
