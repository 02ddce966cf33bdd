/** What a cooperative knows of a member's tax: the number, and why nothing is withheld from exempt members. */
import { invalidField } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { getMember, lockMember, SaccoMember, type MemberRow } from '../cooperative/index.ts';
import { audit } from '../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';

export type MemberTaxRow = Pick<MemberRow, 'id' | 'tax_number' | 'tax_exemption'>;

export interface MemberTaxRequest {
  tax_number: string | null;
  exempt: boolean;
  /** Why; of an exempt member. */
  reason: string | null;
}

/** @throws AppError NOT_FOUND */
export function getMemberTax(db: Db, scope: Scope, member_id: string): Promise<MemberTaxRow> {
  return getMember(db, scope, member_id);
}

/**
 * Lines that are declared already stay as they are. Recorded in the audit log.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for an exemption without a reason
 */
export async function putMemberTax(
  caller: Caller,
  member_id: string,
  { tax_number, exempt, reason }: MemberTaxRequest,
): Promise<MemberTaxRow> {
  if (exempt && reason === null) throw invalidField('reason', '"reason" says why the member is exempt');
  if (!exempt && reason !== null)
    throw invalidField('reason', '"reason" is for members who are exempt: leave it out');
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const before = await lockMember(unit, member_id, 'update');
    const changed = { tax_number, tax_exemption: reason };
    await SaccoMember.query(trx)
      .inScope(scope)
      .where({ id: member_id })
      .patch({ ...changed, updated_at: scope.clock.now() });
    if (before.tax_number !== tax_number || before.tax_exemption !== reason)
      await audit(unit, 'sacco.member_tax_changed', member_id, {
        from: { tax_number: before.tax_number, tax_exemption: before.tax_exemption },
        to: changed,
      });
    return { id: member_id, ...changed };
  });
}
