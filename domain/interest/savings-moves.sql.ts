/** What movements did to savings accounts, entry by entry. */
import { savingsIds } from '../cooperative/index.ts';
import { effectSql, type Leg } from '../movements/index.ts';
import type { MovementRegistry } from '../movements/registry.port.ts';

const DEFAULT_ACCOUNT = savingsIds.defaultIdSql('member_id');

const movesSavings = ({ debit, credit }: Leg): boolean =>
  debit === 'member_savings' || credit === 'member_savings';

/**
 * A subquery with `member_id`, `account`, `moved` and `posted_at`. What an exit empties besides the default account is left out: who has
 * left earns nothing.
 * @param entries a condition on entries
 * @param by_member a further one, on the member of the entry; what a movement does to accounts of others is there without it
 */
export function savingsMoves({ all }: MovementRegistry, entries: string, by_member = 'true'): string {
  const originals = all.filter(({ reverses_kind }) => reverses_kind === null);
  /** @param column of the account; null there is the default one */
  const ofAccount = (column: string, savings_of: 'own' | 'other'): string => {
    const moving = all.filter(({ legs }) =>
      legs.some((each) => movesSavings(each) && (savings_of === 'own' || each.savings?.account === 'other')),
    );
    const kinds = [...new Set(moving.map(({ kind }) => `'${kind}'`))].join(', ');
    return `
      select member_id, coalesce(${column}, ${DEFAULT_ACCOUNT}) as account,
        ${effectSql('member_savings', originals, savings_of)} as moved, posted_at
      from sacco_entries
      where ${entries} and ${by_member} and status = 'posted' and member_id is not null and kind in (${kinds})`;
  };
  const of_others = all.flatMap(({ kind, others }) =>
    others ? [others.sql(`kind = '${kind}' and ${entries}`)] : [],
  );
  return [
    ofAccount('savings_account_id', 'own'),
    ofAccount('to_savings_account_id', 'other'),
    ...of_others.map(
      (sql) => `
      select member_id, case owner when member_id then ${DEFAULT_ACCOUNT} else owner end, moved, posted_at
      from (${sql}) of_others where kind = 'member_savings'`,
    ),
  ].join(' union all ');
}
