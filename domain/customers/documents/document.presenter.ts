/** KYC documents and unmet requirements as clients see them. The whole number of a document is never included. */
import { actorSchema } from '../../../core/common-schemas.ts';
import {
  arrayOf,
  boolean,
  date,
  dateTime,
  fieldsOf,
  integer,
  namedChoice,
  object,
  oneOf,
  resource,
  string,
  url,
  type Wire,
} from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter } from '../../staff/index.ts';
import type { DocumentRow } from './document.model.ts';
import { DOC_TYPES, DOCUMENT_STATUSES, type Requirement } from '../kyc/kyc.rules.ts';

const docTypeSchema = namedChoice('DocType', 'What a KYC document is', DOC_TYPES);

export const documentSchema = resource('Document', 'A document that proves who a customer is', {
  id: string,
  doc_type: docTypeSchema,
  number_last4: string.describe('The end of its number; the whole is sealed'),
  issuing_country: string.nullable().describe('ISO 3166 alpha-2'),
  expires_on: date.nullable().describe('The last day on which it is valid (UTC)'),
  file_id: string.nullable().describe('Of the uploaded file'),
  file_url: url.nullable().describe('Where the client keeps the file, if it was not uploaded'),
  file_sha256: string.nullable().describe('Of an uploaded file it is computed here'),
  status: oneOf(DOCUMENT_STATUSES),
  note: string.nullable().describe("The reviewer's"),
  reviewed_by: actorSchema.nullable(),
  reviewed_at: dateTime.nullable(),
  created_at: dateTime,
});

export const kycRequirementsSchema = resource('KycRequirements', 'What a customer lacks for a tier', {
  tier: integer,
  met: boolean,
  missing: arrayOf(
    object({
      requirement: string,
      any_of: arrayOf(docTypeSchema).describe('One accepted document of these; none where it is no document'),
    }),
  ),
});

type DocumentWire = Wire<typeof documentSchema>;

export async function presentDocument(db: Queryable, document: DocumentRow): Promise<DocumentWire> {
  const [presented] = await presentDocuments(db, [document]);
  return presented as DocumentWire;
}

export async function presentDocuments(
  db: Queryable,
  documents: readonly DocumentRow[],
): Promise<DocumentWire[]> {
  const reviewers = documents.map(({ project_id, reviewer_type: type, reviewer_id: id }) => ({
    project_id,
    type,
    id,
  }));
  const { presentOrNull } = await actorPresenter(db, reviewers);
  return documents.map((document) =>
    fieldsOf(documentSchema, {
      ...document,
      reviewed_by: presentOrNull(document.reviewer_type, document.reviewer_id),
    }),
  );
}

export function presentKycRequirements(
  tier: number,
  missing: Requirement[],
): Wire<typeof kycRequirementsSchema> {
  return { tier, met: missing.length === 0, missing };
}
