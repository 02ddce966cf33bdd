/** Whether a phone was verified: it is the one with which KYC was last approved. */
import { PHONE_TIER } from './kyc.rules.ts';

/** A condition over `customers c`. */
export const VERIFIED_PHONE_SQL = `(c.phone is not null and c.kyc_tier >= ${PHONE_TIER} and c.phone_unverified_since is null)`;
