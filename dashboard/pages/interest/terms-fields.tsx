/** Which balances earn interest, and where it is paid. */
import type { ReactNode } from 'react';
import { Choice } from '../../forms/fields/choice.tsx';
import type { Form } from '../../forms/form.ts';
import { useWords } from '../../words.ts';

const BASES = ['daily_balance', 'minimum_monthly_balance', 'monthly'] as const;
const COUNTINGS = ['closing', 'opening'] as const;
const CREDITED_TO = ['same_account', 'default_account'] as const;

export interface TermsValues {
  basis: string;
  counting: string;
  credit_to: string;
}

export function TermsFields<Values extends TermsValues>({ form }: { form: Form<Values> }): ReactNode {
  const { t, word } = useWords();
  return (
    <>
      <Choice<string>
        label={t('interest.basis')}
        options={BASES.map((value) => ({ value, label: word('interest_basis', value) }))}
        {...form.field('basis')}
      />
      {form.values.basis === 'monthly' && (
        <Choice<string>
          label={t('interest.counting')}
          options={COUNTINGS.map((value) => ({ value, label: word('interest_counting', value) }))}
          {...form.field('counting')}
        />
      )}
      <Choice<string>
        label={t('interest.credit_to')}
        options={CREDITED_TO.map((value) => ({ value, label: word('interest_credit_to', value) }))}
        {...form.field('credit_to')}
      />
    </>
  );
}
