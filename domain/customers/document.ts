/** The KYC document as stored, and how it is found. Its number is sealed; only the last characters are kept readable. */
import { notFound } from '../../core/errors.ts';
import type { Actor, Environment, Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { getCustomer } from './customer.ts';
import type { DocType, DocumentStatus } from './kyc.rules.ts';

export interface DocumentRow {
  id: string;
  customer_id: string;
  project_id: string;
  environment: Environment;
  doc_type: DocType;
  number_sealed: string;
  number_last4: string;
  /** ISO 3166 alpha-2. */
  issuing_country: string | null;
  /** YYYY-MM-DD, the last day on which it is valid (UTC); null when it does not expire. */
  expires_on: string | null;
  file_url: string | null;
  file_sha256: string | null;
  status: DocumentStatus;
  /** The reviewer's. */
  note: string | null;
  reviewer_type: Actor['type'] | null;
  reviewer_id: string | null;
  reviewed_at: Date | null;
  created_at: Date;
}

/** @throws AppError NOT_FOUND also for documents of other customers, projects and environments */
export async function getDocument(
  db: Queryable,
  { project_id, environment }: Scope,
  customer_id: string,
  id: string,
): Promise<DocumentRow> {
  const document = await db<DocumentRow>('kyc_documents')
    .where({ id, customer_id, project_id, environment })
    .first();
  if (!document) throw notFound('document');
  return document;
}

/** A customer's documents, newest first. @throws AppError NOT_FOUND */
export async function listDocuments(
  db: Queryable,
  scope: Scope,
  customer_id: string,
  { limit, after }: PageRequest,
): Promise<Page<DocumentRow>> {
  await getCustomer(db, scope, customer_id);
  const query = db<DocumentRow>('kyc_documents').where({ customer_id });
  if (after) void query.where('id', '<', after);
  return page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
}

/** What binds the sealed number to its row. */
export function sealContext({ id }: Pick<DocumentRow, 'id'>): string {
  return `kyc_document:${id}`;
}

/** Accepted documents that no longer count. @returns their ids */
export async function supersedeAccepted(
  trx: Transaction,
  which: Pick<DocumentRow, 'customer_id'> & Partial<Pick<DocumentRow, 'doc_type'>>,
): Promise<string[]> {
  const rows = await trx<DocumentRow>('kyc_documents')
    .where({ ...which, status: 'accepted' })
    .update({ status: 'superseded' })
    .returning('id');
  return rows.map(({ id }) => id);
}
