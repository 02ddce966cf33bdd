/** The requirements of each KYC tier, and the changes of a customer's KYC, as data. Pure. */

export const CUSTOMER_KINDS = ['individual', 'business'] as const;
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];

export const KYC_STATUSES = ['unverified', 'in_review', 'verified', 'rejected'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

export const LOWEST_TIER = 0;
export const HIGHEST_TIER = 3;

const IDENTITY_DOCUMENTS = [
  'national_id',
  'kebele_id',
  'passport',
  'driving_licence',
  'residence_permit',
] as const;

export const DOC_TYPES = [
  ...IDENTITY_DOCUMENTS,
  'business_licence',
  'proof_of_address',
  'tin_certificate',
] as const;
export type DocType = (typeof DOC_TYPES)[number];

export const DOCUMENT_STATUSES = ['pending', 'accepted', 'rejected', 'superseded'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export interface Requirement {
  requirement: string;
  /** One accepted, unexpired document of these types; empty where no document is required. */
  any_of: readonly DocType[];
}

/** Tier 1 also requires a name, which every customer has. */
const PHONE: Requirement = { requirement: 'phone', any_of: [] };
const IDENTITY: Requirement = { requirement: 'identity_document', any_of: IDENTITY_DOCUMENTS };
const LICENCE: Requirement = { requirement: 'business_licence', any_of: ['business_licence'] };
const ADDRESS: Requirement = { requirement: 'proof_of_address', any_of: ['proof_of_address'] };
const TIN: Requirement = { requirement: 'tin_certificate', any_of: ['tin_certificate'] };

/** The requirements that each tier adds to those of the tier below; tier 0 has none. */
const ADDED: Record<CustomerKind, readonly (readonly Requirement[])[]> = {
  individual: [[], [PHONE], [IDENTITY], [ADDRESS]],
  business: [[], [PHONE], [LICENCE], [TIN]],
};

/** The lowest tier whose requirements include a phone. */
export const PHONE_TIER = ADDED.individual.findIndex((requirements) => requirements.includes(PHONE));

interface Subject {
  kind: CustomerKind;
  phone: string | null;
}

interface HeldDocument {
  doc_type: DocType;
  status: DocumentStatus;
  /** YYYY-MM-DD; the last day on which it is valid. */
  expires_on: string | null;
}

/** @param today in UTC, by the environment's clock */
export function isExpired({ expires_on }: Pick<HeldDocument, 'expires_on'>, today: string): boolean {
  return expires_on !== null && expires_on < today;
}

/** @param today in UTC, by the environment's clock */
export function missingFor(
  tier: number,
  customer: Subject,
  { documents, today }: { documents: readonly HeldDocument[]; today: string },
): Requirement[] {
  const valid = new Set(
    documents
      .filter((document) => document.status === 'accepted' && !isExpired(document, today))
      .map(({ doc_type }) => doc_type),
  );
  return ADDED[customer.kind]
    .slice(0, tier + 1)
    .flat()
    .filter((each) =>
      each === PHONE ? customer.phone === null : !each.any_of.some((doc_type) => valid.has(doc_type)),
    );
}

/** The highest tier, up to the one that was granted, whose requirements are met today. */
export function effectiveTier(
  customer: Subject & { kyc_tier: number },
  documents: readonly HeldDocument[],
  today: string,
): number {
  let tier = customer.kyc_tier;
  while (tier > LOWEST_TIER && missingFor(tier, customer, { documents, today }).length > 0) tier -= 1;
  return tier;
}

/** The highest tier that requires no document. */
export const HIGHEST_TIER_WITHOUT_DOCUMENTS = 1;

export interface Kyc {
  kyc_status: KycStatus;
  kyc_tier: number;
}

/**
 * A customer's KYC after each event. An upload waits for a decision; a rejection concerns the requested tier and leaves the
 * granted one; another name, date of birth or kind is another identity to verify.
 */
export const AFTER = {
  document_added: ({ kyc_tier }: Kyc): Kyc => ({ kyc_status: 'in_review', kyc_tier }),
  approved: (_before: Kyc, kyc_tier: number): Kyc => ({ kyc_status: 'verified', kyc_tier }),
  rejected: ({ kyc_tier }: Kyc): Kyc => ({ kyc_status: 'rejected', kyc_tier }),
  identity_changed: ({ kyc_status, kyc_tier }: Kyc): Kyc =>
    kyc_tier > HIGHEST_TIER_WITHOUT_DOCUMENTS
      ? { kyc_status: 'in_review', kyc_tier: HIGHEST_TIER_WITHOUT_DOCUMENTS }
      : { kyc_status, kyc_tier },
};

/** The part of a document's number that is shown: its last four characters, and never all of a short number. */
export function lastFour(number: string): string {
  const characters = Array.from(number);
  return characters.slice(Math.max(1, characters.length - 4)).join('');
}
