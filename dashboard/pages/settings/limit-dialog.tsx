/** Setting the limits of one tier in one currency: they replace what was set. */
import { useState, type ReactNode } from 'react';
import { useCurrencies } from '../../api/providers.ts';
import { useSubmission } from '../../api/submission.ts';
import type { KycLimit } from '../../generated/wire.ts';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords, type TextId } from '../../words.ts';
import { amountText } from './figures.ts';

const TIERS = ['1', '2', '3'] as const;
const LIMITS = ['max_balance', 'max_single', 'max_daily_out'] as const;
const LABELS: Record<(typeof LIMITS)[number], TextId> = {
  max_balance: 'settings.max_balance',
  max_single: 'settings.max_single',
  max_daily_out: 'settings.max_daily_out',
};

export function LimitDialog({ limit, onClose }: { limit: KycLimit | null; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const readAmount = useAmountReader();
  const currencies = useCurrencies();
  const submission = useSubmission<KycLimit>({ key: 'none' });
  const [tier, setTier] = useState<(typeof TIERS)[number]>(String(limit?.tier ?? 1) as '1');
  const [chosen, setCurrency] = useState(limit?.currency);
  const [texts, setTexts] = useState(() => ({
    max_balance: amountText(limit?.max_balance_minor ?? null),
    max_single: amountText(limit?.max_single_minor ?? null),
    max_daily_out: amountText(limit?.max_daily_out_minor ?? null),
  }));
  const [was_sent, setWasSent] = useState(false);
  const currency = chosen ?? currencies[0] ?? '';
  const { is_busy, error } = submission;
  const amounts = LIMITS.map((name) => ({
    name,
    amount: texts[name].trim() === '' ? { minor: null } : readAmount(texts[name], 0),
  }));
  const send = async (): Promise<void> => {
    setWasSent(true);
    if (amounts.some(({ amount }) => 'error' in amount)) return;
    const answer = await submission.submit({
      method: 'PUT',
      path: '/api/v1/kyc/limits',
      body: {
        tier: Number(tier),
        currency,
        ...Object.fromEntries(
          amounts.map(({ name, amount }) => [`${name}_minor`, 'minor' in amount ? amount.minor : null]),
        ),
      },
    });
    if (!answer) return;
    sayDone(t('settings.saved'));
    onClose();
  };
  return (
    <SubmitDialog
      title={t('settings.set_limits')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('settings.save')}
      busy_label={t('submit.working')}
      onSubmit={() => void send()}
      shown_fields={LIMITS.map((name) => `${name}_minor`)}
    >
      <Choice
        label={t('settings.tier')}
        options={TIERS.map((value) => ({ value, label: value }))}
        value={tier}
        onChange={setTier}
        disabled={is_busy || limit !== null}
      />
      <CurrencyChoice
        currencies={currencies}
        value={currency}
        onChange={setCurrency}
        disabled={is_busy || limit !== null}
      />
      {amounts.map(({ name, amount }) => (
        <AmountField
          key={name}
          label={t(LABELS[name])}
          description={t('settings.empty_no_limit')}
          currency={currency}
          value={texts[name]}
          onChange={(text) => setTexts({ ...texts, [name]: text })}
          error={was_sent && 'error' in amount ? amount.error : fieldError(error, `${name}_minor`)}
          disabled={is_busy}
        />
      ))}
    </SubmitDialog>
  );
}
