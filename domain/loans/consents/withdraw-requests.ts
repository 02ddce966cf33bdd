/** What was not sent of an asking that is over: its link and code open nothing any more. */
import type { Transaction } from '../../../db/connection.ts';
import { withdrawMessages } from '../../messages/index.ts';
import type { ConsentRow } from './consent.model.ts';
import { closeConsentRows } from './consent.sql.ts';

type Asking = Pick<ConsentRow, 'id' | 'project_id' | 'environment' | 'member_id'>;

const WITHDRAWN = {
  template: 'consent_request',
  reason: 'The guarantor was asked anew, or the consent is decided or over.',
} as const;

export function withdrawRequests(trx: Transaction, askings: readonly Asking[]): Promise<void> {
  return withdrawMessages(
    trx,
    WITHDRAWN,
    askings.map(({ id: cause, project_id, environment, member_id }) => ({
      project_id,
      environment,
      member_id,
      cause,
    })),
  );
}

/** The loans are decided: what was answered stays, nobody is waited for, and what was sent opens nothing. */
export async function closeConsents(trx: Transaction, loan_ids: readonly string[]): Promise<void> {
  await withdrawRequests(trx, await closeConsentRows(trx, { loan_ids }));
}
