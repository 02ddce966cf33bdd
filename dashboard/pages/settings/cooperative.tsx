/** The rules of the cooperative: currency, fees, and when a second person is needed. */
import { Button, Group, Paper, Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useCooperativeReading } from '../../api/me.ts';
import { useCurrencies, useProvidersReading } from '../../api/providers.ts';
import { useSubmission } from '../../api/submission.ts';
import type { SaccoSettings } from '../../generated/wire.ts';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { formatUtcOffset } from '../../utc-offset.rules.ts';
import { amountText } from './figures.ts';

/** Nairobi, Addis Ababa, Kampala and Dar es Salaam. */
const USUAL_OFFSET = 180;
/** All that are in use, in minutes east of UTC. */
const OFFSETS = [
  -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120, 180, 210,
  240, 270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 840,
];
const TIERS = ['0', '1', '2', '3'] as const;

export function Cooperative(): ReactNode {
  const cooperative = useCooperativeReading();
  const providers = useProvidersReading();
  const currencies = useCurrencies();
  return (
    <Loaded reading={cooperative}>
      {(settings) => (
        <Loaded reading={providers}>
          {() => <Form key={settings?.updated_at} settings={settings} currencies={currencies} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface FormProps {
  /** Null before the cooperative is set up. */
  settings: SaccoSettings | null;
  currencies: readonly string[];
}

function Form({ settings, currencies }: FormProps): ReactNode {
  const { t } = useWords();
  const readAmount = useAmountReader();
  const submission = useSubmission<SaccoSettings>({ key: 'none' });
  const [fields, setFields] = useState(() => ({
    currency: settings?.currency ?? (currencies.includes('KES') ? 'KES' : (currencies[0] ?? '')),
    entrance_fee: amountText(settings?.entrance_fee_minor ?? 0),
    min_share_capital: amountText(settings?.min_share_capital_minor ?? 0),
    withdrawal_approval: amountText(settings?.withdrawal_approval_minor ?? null),
    utc_offset: String(settings?.utc_offset_minutes ?? USUAL_OFFSET),
    min_kyc_tier: String(settings?.min_kyc_tier ?? 1),
  }));
  const [was_sent, setWasSent] = useState(false);
  const { state, is_busy, error } = submission;
  const change = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });

  const fee = readAmount(fields.entrance_fee, 0);
  const capital = readAmount(fields.min_share_capital, 0);
  const has_threshold = fields.withdrawal_approval.trim() !== '';
  const threshold = has_threshold ? readAmount(fields.withdrawal_approval, 0) : { minor: null };
  const faultOf = (amount: object): string | undefined =>
    was_sent && 'error' in amount ? String(amount.error) : undefined;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSent(true);
    if (!('minor' in fee && 'minor' in capital && 'minor' in threshold)) return;
    const answer = await submission.submit({
      method: 'PUT',
      path: '/api/v1/sacco/settings',
      body: {
        currency: fields.currency,
        entrance_fee_minor: fee.minor,
        min_share_capital_minor: capital.minor,
        withdrawal_approval_minor: threshold.minor,
        utc_offset_minutes: Number(fields.utc_offset),
        min_kyc_tier: Number(fields.min_kyc_tier),
      },
    });
    if (answer) sayDone(t('settings.saved'));
  };
  const money = { currency: fields.currency, disabled: is_busy };
  return (
    <Paper withBorder p="lg" maw={520} className="panel">
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack>
          <CurrencyChoice
            currencies={currencies}
            value={fields.currency}
            onChange={change('currency')}
            disabled={is_busy}
            error={fieldError(error, 'currency')}
          />
          <AmountField
            label={t('settings.entrance_fee')}
            value={fields.entrance_fee}
            onChange={change('entrance_fee')}
            error={faultOf(fee) ?? fieldError(error, 'entrance_fee_minor')}
            {...money}
          />
          <AmountField
            label={t('settings.min_share_capital')}
            description={t('settings.min_share_capital_hint')}
            value={fields.min_share_capital}
            onChange={change('min_share_capital')}
            error={faultOf(capital) ?? fieldError(error, 'min_share_capital_minor')}
            {...money}
          />
          <AmountField
            label={t('settings.approval_above')}
            description={t('settings.approval_above_hint')}
            value={fields.withdrawal_approval}
            onChange={change('withdrawal_approval')}
            error={faultOf(threshold) ?? fieldError(error, 'withdrawal_approval_minor')}
            {...money}
          />
          <Choice
            label={t('settings.utc_offset')}
            description={t('settings.utc_offset_hint')}
            options={OFFSETS.map((each) => ({
              value: String(each),
              label: formatUtcOffset(each).replace('-', '−'),
            }))}
            value={fields.utc_offset}
            onChange={change('utc_offset')}
            disabled={is_busy}
            error={fieldError(error, 'utc_offset_minutes')}
          />
          <Choice
            label={t('settings.min_kyc_tier')}
            description={t('settings.min_kyc_tier_hint')}
            options={TIERS.map((value) => ({ value, label: value }))}
            value={fields.min_kyc_tier as (typeof TIERS)[number]}
            onChange={change('min_kyc_tier')}
            disabled={is_busy}
            error={fieldError(error, 'min_kyc_tier')}
          />
          {error && <ErrorAlert error={error} />}
          <Checking is_checking={state.step === 'checking'} />
          <Group justify="flex-end">
            <Button type="submit" disabled={is_busy}>
              {is_busy ? t('submit.working') : t('settings.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
