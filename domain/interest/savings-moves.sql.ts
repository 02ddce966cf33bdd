/** What movements did to savings accounts, entry by entry. */
import { defaultSavingsAccountSql } from '../cooperative/index.ts';
import { effectSql } from '../movements/index.ts';
import type { MovementRegistry } from '../movements/registry.port.ts';

const POSTED = `project_id = :project_id and environment = :environment and status = 'posted' and posted_at < :ends`;

const account = (owner: string): string => `coalesce(${owner}, ${defaultSavingsAccountSql('member_id')})`;

/** A subquery over the scope bound as `:project_id` and `:environment`, up to the instant bound as `:ends`. */
export function savingsMoves({ all }: MovementRegistry): string {
  const originals = all.filter(({ reverses_kind }) => reverses_kind === null);
  const kinds = [
    ...new Set(
      all
        .filter(({ legs }) =>
          legs.some(({ debit, credit }) => debit === 'member_savings' || credit === 'member_savings'),
        )
        .map(({ kind }) => kind),
    ),
  ];
  const moving = `kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  return `
    select member_id, ${account('savings_account_id')} as account, ${effectSql('member_savings', originals)} as moved, posted_at
    from sacco_entries where ${POSTED} and member_id is not null and ${moving}`;
}
