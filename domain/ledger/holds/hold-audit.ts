/** Audit entries of holds: who had one opened, captured or voided. */
import { encodeId } from '../../../core/ids.ts';
import type { Actor } from '../../../core/scope.ts';
import { auditScopes, type ScopedAuditRecord } from '../../platform/audit/audit.ts';
import type { Unit } from '../../platform/unit.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import type { HoldRow } from './hold.model.ts';

/** Holds that were opened, among others that were not. */
export async function auditOpened({ trx }: Pick<Unit, 'trx'>, holds: ScopedRow<HoldRow>[]): Promise<void> {
  const opened = holds.filter(({ row }) => row.status === 'pending');
  await auditScopes(
    trx,
    opened.flatMap(({ scope, row }) =>
      recordOf({ scope, row, actor: actorOf(row.actor_type, row.actor_id) }, 'ledger.hold', {
        debit_account_id: encodeId('account', row.debit_account_id),
        credit_account_id: encodeId('account', row.credit_account_id),
        amount_minor: row.amount_minor,
        currency: row.currency,
        memo: row.memo,
        expires_at: row.expires_at,
      }),
    ),
  );
}

/** Holds that were captured or voided. */
export async function auditResolved({ trx }: Pick<Unit, 'trx'>, holds: ScopedRow<HoldRow>[]): Promise<void> {
  await auditScopes(
    trx,
    holds.flatMap(({ scope, row }) =>
      recordOf(
        { scope, row, actor: actorOf(row.resolver_type, row.resolver_id) },
        `ledger.hold_${row.status}`,
        {
          amount_minor: row.amount_minor,
          captured_minor: row.captured_minor,
          currency: row.currency,
        },
      ),
    ),
  );
}

/** None where the actor is unknown: the hold was opened before actors were stored. */
function recordOf(
  { scope, row, actor }: ScopedRow<HoldRow> & { actor: Actor | null },
  action: string,
  details: Record<string, unknown>,
): ScopedAuditRecord[] {
  if (actor === null) return [];
  const subject = encodeId('hold', row.id);
  const record = { actor, action, subject, details: { idempotency_key: row.reference, ...details } };
  return [{ scope, record }];
}

function actorOf(type: Actor['type'] | null, id: string | null): Actor | null {
  return type === null || id === null ? null : { type, id };
}
