export { findUssdIntents as find } from './ussd-intent.ts';
export { presentUssdIntents as present, ussdIntentSchema as schema } from './ussd-intent.presenter.ts';
export type { UssdIntent, UssdRequest } from './ussd-intent.rules.ts';
