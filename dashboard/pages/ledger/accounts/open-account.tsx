/** Opens an account, or finds the one that is open already. */
import type { ReactNode } from 'react';
import { useCurrencies } from '../../../api/providers.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { CurrencyChoice } from '../../../money/currency-choice.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { useWords } from '../../../words.ts';
import { OPENED_BY_HAND, useAccountName } from './accounts.ts';

export function OpenAccount({ onClose }: { onClose: () => void }): ReactNode {
  const { t, word } = useWords();
  const nameOf = useAccountName();
  const currencies = useCurrencies();
  // Opening the same account twice opens one.
  const submission = useSubmit('ledger.accounts.open');
  const form = useForm(
    submission,
    { kind: OPENED_BY_HAND[0] as (typeof OPENED_BY_HAND)[number], currency: '', subaccount_id: '' },
    ({ kind, subaccount_id }) => ({
      subaccount_id: kind === 'subaccount' && subaccount_id.trim() === '' && t('ledger.subaccount_missing'),
    }),
  );
  const { kind, subaccount_id } = form.values;
  const { data } = submission;
  const currency = form.values.currency || (currencies[0] ?? '');
  return (
    <SubmitDialog
      form={form}
      title={t('ledger.open_account')}
      submitLabel={t('ledger.open_account')}
      onSubmit={() =>
        currency !== '' &&
        submission.submit({
          kind,
          currency,
          ...(kind === 'subaccount' ? { subaccount_id: subaccount_id.trim() } : {}),
        })
      }
      onClose={onClose}
      outcome={
        data && (
          <Outcome onClose={onClose}>
            {t(data.replayed ? 'ledger.was_open' : 'ledger.account_opened', {
              account: `${nameOf(data)} · ${data.currency}`,
            })}
          </Outcome>
        )
      }
    >
      <Choice
        label={t('ledger.kind')}
        options={OPENED_BY_HAND.map((value) => ({ value, label: word('account_kind', value) }))}
        data-autofocus
        {...form.field('kind')}
      />
      <CurrencyChoice currencies={currencies} {...form.field('currency')} value={currency} />
      {kind === 'subaccount' && (
        <TextField
          label={t('ledger.subaccount_id')}
          description={t('ledger.subaccount_hint')}
          maxLength={100}
          {...form.field('subaccount_id')}
        />
      )}
    </SubmitDialog>
  );
}
