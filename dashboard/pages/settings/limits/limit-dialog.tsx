/** Setting the limits of one tier in one currency: they replace what was set. */
import type { ReactNode } from 'react';
import { useCurrencies } from '../../../api/providers.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { KycLimit } from '../../../generated/wire.ts';
import { AmountField, useOptionalAmountReader } from '../../../money/amount-field.tsx';
import { CurrencyChoice } from '../../../money/currency-choice.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords, type TextId } from '../../../words.ts';
import { amountText } from '../figures.ts';

const TIERS = ['1', '2', '3'];
const LIMITS = {
  max_balance_minor: 'settings.max_balance',
  max_single_minor: 'settings.max_single',
  max_daily_out_minor: 'settings.max_daily_out',
} as const satisfies Partial<Record<keyof KycLimit, TextId>>;
const NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

export function LimitDialog({ limit, onClose }: { limit: KycLimit | null; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const read = useOptionalAmountReader();
  const currencies = useCurrencies();
  const submission = useSubmit('kycLimits.put');
  const initial = () => ({
    tier: String(limit?.tier ?? 1),
    currency: limit?.currency ?? '',
    max_balance_minor: amountText(limit?.max_balance_minor ?? null),
    max_single_minor: amountText(limit?.max_single_minor ?? null),
    max_daily_out_minor: amountText(limit?.max_daily_out_minor ?? null),
  });
  const form = useForm(submission, initial, (values) =>
    Object.fromEntries(NAMES.map((name) => [name, read(values[name]).error])),
  );
  const { values } = form;
  const currency = values.currency || (currencies[0] ?? '');
  const send = async (): Promise<void> => {
    const answer = await submission.submit({
      tier: Number(values.tier),
      currency,
      max_balance_minor: read(values.max_balance_minor).minor,
      max_single_minor: read(values.max_single_minor).minor,
      max_daily_out_minor: read(values.max_daily_out_minor).minor,
    });
    if (!answer) return;
    sayDone(t(answer.data.approval_id === undefined ? 'settings.saved' : 'settings.awaits_approval'));
    onClose();
  };
  const disabled = submission.is_busy || limit !== null;
  return (
    <SubmitDialog
      form={form}
      title={t('settings.set_limits')}
      submitLabel={t('settings.save')}
      onSubmit={send}
      onClose={onClose}
    >
      <Choice
        label={t('settings.tier')}
        options={TIERS.map((value) => ({ value, label: value }))}
        {...form.field('tier')}
        disabled={disabled}
      />
      <CurrencyChoice
        currencies={currencies}
        {...form.field('currency')}
        value={currency}
        disabled={disabled}
      />
      {NAMES.map((name) => (
        <AmountField
          key={name}
          label={t(LIMITS[name])}
          description={t('settings.empty_no_limit')}
          currency={currency}
          {...form.field(name)}
        />
      ))}
    </SubmitDialog>
  );
}
