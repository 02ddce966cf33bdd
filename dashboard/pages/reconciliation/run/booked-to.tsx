/** Where a payout or fee is booked to: the merchant's balance, a bank account, or the expenses. */
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Form } from '../../../forms/form.ts';
import { BankChoice } from '../../../movement/bank-fields.tsx';
import { useWords } from '../../../words.ts';
import type { Action } from './actions.ts';

interface BookedToValues {
  action: Action;
  /** Code of the bank account; '': the merchant's balance. */
  bank_account: string;
  as_expense: boolean;
}

export const NOT_BOOKED_ELSEWHERE = { bank_account: '', as_expense: false };

/** The fields of the request. */
export function bookedTo({ action, bank_account, as_expense }: BookedToValues): {
  bank_account?: string;
  as?: 'expense';
} {
  if (action === 'book_payout' && bank_account !== '') return { bank_account };
  return action === 'book_fee' && as_expense ? { as: 'expense' } : {};
}

export interface BookedToProps<Values extends BookedToValues> {
  form: Form<Values>;
  currency: string;
}

export function BookedTo<Values extends BookedToValues>(props: BookedToProps<Values>): ReactNode {
  const { currency } = props;
  const form = props.form as unknown as Form<BookedToValues>;
  const { t } = useWords();
  const { action, as_expense } = form.values;
  if (action === 'book_payout')
    return (
      <BankChoice
        label={t('reconciliation.booked_to')}
        none={t('reconciliation.merchant_balance')}
        currency={currency}
        {...form.field('bank_account')}
      />
    );
  if (action !== 'book_fee') return null;
  return (
    <Checkbox
      label={t('reconciliation.as_expense')}
      checked={as_expense}
      disabled={form.sending.is_busy}
      onChange={(event) => form.change({ as_expense: event.currentTarget.checked })}
    />
  );
}
