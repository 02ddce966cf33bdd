/** A member's statement as clients see it, as JSON and as CSV. */
import { currencySchema, moneyFields, movementMoneyFields } from '../../../core/common-schemas.ts';
import { toCsv } from '../../../core/csv.ts';
import { formatMinor, money } from '../../../core/money.ts';
import { arrayOf, date, object, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import { savingsIds } from '../../cooperative/index.ts';
import { entries, saccoAccounts } from '../../movements/index.ts';
import type { Statement } from './statement.ts';

export const statementSchema = resource(
  'Statement',
  'What each account of a member held, every movement with the balance after it, and what it holds then',
  {
    member_id: string,
    member_no: string,
    from: date,
    to: date,
    currency: currencySchema,
    accounts: arrayOf(
      object({
        kind: oneOf(saccoAccounts.ON_STATEMENT),
        savings_account_id: string.describe('Of savings: which account').optional(),
        product_name: string.describe('Of a savings account besides the default one').optional(),
        loan_id: string.describe('Of the principal of a loan: which loan').optional(),
        ...moneyFields('opening_balance'),
        movements: arrayOf(
          object({
            date,
            entry_id: string,
            kind: entries.schema.fields.kind,
            description: string,
            ...movementMoneyFields('amount'),
            ...moneyFields('balance_after'),
          }),
        ),
        ...moneyFields('closing_balance'),
      }),
    ),
    next_after: string
      .nullable()
      .describe('The next movements are asked for with `after` set to this; null when there are none'),
  },
);

export function presentStatement({
  member,
  accounts,
  ...statement
}: Statement): Wire<typeof statementSchema> {
  return {
    member_id: member.id,
    member_no: member.member_no,
    from: statement.from,
    to: statement.to,
    currency: statement.currency,
    accounts: accounts.map((account) => ({
      kind: account.kind,
      ...(account.kind === 'member_savings' ? { savings_account_id: savingsAccountOf(account) } : {}),
      ...(account.product_name === null ? {} : { product_name: account.product_name }),
      ...(account.loan_id ? { loan_id: account.loan_id } : {}),
      ...money('opening_balance', account.opening_balance_minor),
      movements: account.movements.map(({ date, entry, description, amount_minor, balance_after_minor }) => ({
        date,
        entry_id: entry.id,
        kind: entry.kind,
        description,
        ...money('amount', amount_minor),
        ...money('balance_after', balance_after_minor),
      })),
      ...money('closing_balance', account.closing_balance_minor),
    })),
    next_after: statement.next_after,
  };
}

function savingsAccountOf({ member_id, savings_account_id }: Statement['accounts'][number]): string {
  return savingsIds.idOf(member_id, savings_account_id);
}

/** One line per movement, between a line with the opening and one with the closing balance of each account. */
export function statementCsv({ from, to, accounts }: Statement): string {
  const lines = [['account', 'date', 'entry_id', 'kind', 'description', 'amount', 'balance_after']];
  for (const account of accounts) {
    // A savings account besides the default one is told apart by its id.
    const name = account.savings_account_id ?? account.kind;
    lines.push([name, from, '', '', 'Opening balance', '', formatMinor(account.opening_balance_minor)]);
    for (const { date, entry, description, amount_minor, balance_after_minor } of account.movements)
      lines.push([
        name,
        date,
        entry.id,
        entry.kind,
        description,
        formatMinor(amount_minor),
        formatMinor(balance_after_minor),
      ]);
    lines.push([name, to, '', '', 'Closing balance', '', formatMinor(account.closing_balance_minor)]);
  }
  return toCsv(lines);
}
