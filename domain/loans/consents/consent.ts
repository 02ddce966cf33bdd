/** Reading what guarantors were asked and answered. */
import type { Queryable } from '../../../db/connection.ts';
import type { SealedTable } from '../../platform/rotate-encryption.ts';
import type { GuaranteeRow } from '../guarantees/guarantee.model.ts';
import type { LoanRow } from '../loan.model.ts';
import { readLatestConsents } from './consent.sql.ts';
import { LoanConsent, type ConsentRow } from './consent.model.ts';

/** The last asking of each guarantor. */
export interface Consents {
  of(guarantee: Pick<GuaranteeRow, 'loan_id' | 'member_id'>): ConsentRow | undefined;
}

/** Of many loans, with one statement; none where no loan needs consent. */
export async function consentsOf(
  db: Queryable,
  loans: readonly Pick<LoanRow, 'id' | 'guarantor_consent'>[],
): Promise<Consents> {
  const loan_ids = loans.flatMap(({ id, guarantor_consent }) =>
    guarantor_consent === 'required' ? [id] : [],
  );
  const rows = loan_ids.length === 0 ? [] : await readLatestConsents(db, { loan_ids });
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return { of: (guarantee) => found.get(keyOf(guarantee)) };
}

function keyOf({ loan_id, member_id }: Pick<GuaranteeRow, 'loan_id' | 'member_id'>): string {
  return `${loan_id} ${member_id}`;
}

/** Binds sealed secrets to their row. */
export function sealContext({ id }: Pick<ConsentRow, 'id'>): string {
  return `consent:${id}`;
}

/** Links and codes. */
export const sealedConsents: SealedTable = {
  table: LoanConsent.tableName,
  key: ['id'],
  reseal(row, reseal) {
    const { id, secrets_sealed } = row as unknown as ConsentRow;
    const resealed = secrets_sealed === null ? null : reseal(secrets_sealed, sealContext({ id }));
    return resealed === null ? {} : { secrets_sealed: resealed };
  },
};
