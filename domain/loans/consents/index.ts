export { askAgain } from './ask-again.ts';
export { consentRequestSchema as requestSchema } from './ask-guarantors.ts';
export { decideByLink, decideConsent as decide, type ConsentAnswer } from './decide-consent.ts';
export { expireConsents as expire } from './expire-consents.ts';
export { openLink, presentAsked, type AskedConsent } from './open-link.ts';
export {
  CODE_DIGITS,
  CONSENT_DECISIONS as DECISIONS,
  GUARANTOR_CONSENT as TERMS,
  type ConsentDecision,
} from './consent.rules.ts';
export { sealedConsents as sealed } from './consent.ts';
