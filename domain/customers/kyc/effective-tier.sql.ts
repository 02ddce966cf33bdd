/** The statement that finds the documents on which tiers rest. */
import { date, defineQuery, orNull, params, text, textOf } from '../../../db/statement.ts';
import type { DocType, DocumentStatus } from './kyc.rules.ts';

export const findAcceptedDocuments = defineQuery({
  params: params<{ customer_ids: readonly string[] }>(),
  result: {
    customer_id: text,
    doc_type: textOf<DocType>(),
    status: textOf<DocumentStatus>(),
    expires_on: orNull(date),
  },
  sql: `
    select customer_id, doc_type, status, expires_on from kyc_documents
    where customer_id = any(:customer_ids::text[]) and status = 'accepted'`,
});
