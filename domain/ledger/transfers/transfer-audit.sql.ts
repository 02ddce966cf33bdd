/** The statement that reads what audit entries say of manual transfers. */
import type { Currency } from '../../../core/money.ts';
import { defineQuery, int8, orNull, params, text, textOf, uuid } from '../../../db/statement.ts';

export const readTransferDetails = defineQuery({
  params: params<{ ids: string[] }>(),
  result: {
    id: uuid,
    reference: text,
    debit_account_id: uuid,
    credit_account_id: uuid,
    amount_minor: int8,
    currency: textOf<Currency>(),
    memo: orNull(text),
  },
  sql: `
    select t.id, t.reference, t.debit_account_id, t.credit_account_id, t.amount as amount_minor, a.currency, t.memo
    from ledger_transfers t join ledger_accounts a on a.id = t.debit_account_id where t.id = any(:ids::uuid[])`,
});
