/** The rules of the cooperative: currency, fees, and when a second person is needed. */
import { Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperativeReading } from '../../api/me.ts';
import { useCurrencies, useProvidersReading } from '../../api/providers.ts';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import type { SaccoSettings } from '../../generated/wire.ts';
import { AmountField, useAmountReader, useOptionalAmountReader } from '../../money/amount-field.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { Loaded } from '../../ui/faults/loaded.tsx';
import { raised, useWords } from '../../words.ts';
import { ZoneField } from '../../forms/fields/zone-field.tsx';
import { amountText } from './figures.ts';
import { Logo } from './logo.tsx';
import { saySaved } from './say-saved.ts';

/** Nairobi, Addis Ababa, Kampala and Dar es Salaam. */
const USUAL_OFFSET = 180;
const TIERS = ['0', '1', '2', '3'] as const;

/** The usual orders of what a payment by paybill is for. */
const WATERFALLS = [
  'savings',
  'overdue_loans savings',
  'overdue_loans current_loans savings',
  'overdue_loans current_loans shares savings',
];

/** With the present one, which may have been set otherwise. */
function waterfalls(present: string): string[] {
  return [...new Set([...WATERFALLS, present])];
}

export function Cooperative(): ReactNode {
  const cooperative = useCooperativeReading();
  const providers = useProvidersReading();
  const currencies = useCurrencies();
  return (
    <Loaded reading={cooperative}>
      {(settings) => (
        <Loaded reading={providers}>
          {() => (
            <Stack>
              <Form settings={settings} currencies={currencies} />
              {settings && <Logo fileId={settings.logo_file_id} />}
            </Stack>
          )}
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
  const { t, word } = useWords();
  const readAmount = useAmountReader();
  const submission = useSubmit('sacco.settings.put');
  const initial = () => ({
    currency: settings?.currency ?? (currencies.includes('KES') ? 'KES' : (currencies[0] ?? '')),
    entrance_fee: amountText(settings?.entrance_fee_minor ?? 0),
    min_share_capital: amountText(settings?.min_share_capital_minor ?? 0),
    withdrawal_approval: amountText(settings?.withdrawal_approval_minor ?? null),
    utc_offset_minutes: settings?.utc_offset_minutes ?? USUAL_OFFSET,
    min_kyc_tier: String(settings?.min_kyc_tier ?? 1),
    tills: settings?.tills ?? 'off',
    paybill_match_phone: String(settings?.paybill_match_phone ?? false),
    paybill_waterfall: (settings?.paybill_waterfall ?? ['savings']).join(' '),
  });
  const readThreshold = useOptionalAmountReader();
  const form = useForm(
    submission,
    initial,
    (values) => ({
      entrance_fee: readAmount(values.entrance_fee, 0).error,
      min_share_capital: readAmount(values.min_share_capital, 0).error,
      withdrawal_approval: readThreshold(values.withdrawal_approval).error,
    }),
    { version: settings?.updated_at ?? '' },
  );
  const { values } = form;
  const { currency } = values;
  const save = async (): Promise<void> => {
    const answer = await submission.submit({
      currency,
      entrance_fee_minor: readAmount(values.entrance_fee, 0).minor ?? 0,
      min_share_capital_minor: readAmount(values.min_share_capital, 0).minor ?? 0,
      withdrawal_approval_minor: readThreshold(values.withdrawal_approval).minor,
      utc_offset_minutes: values.utc_offset_minutes,
      min_kyc_tier: Number(values.min_kyc_tier),
      tills: values.tills,
      paybill_match_phone: values.paybill_match_phone === 'true',
      paybill_waterfall: values.paybill_waterfall.split(' '),
    });
    if (!answer) return;
    form.keep();
    saySaved(t, answer.data);
  };
  return (
    <Paper withBorder p="lg" maw={520} className="panel">
      <SubmitForm form={form} submitLabel={t('settings.save')} onSubmit={save}>
        <CurrencyChoice currencies={currencies} {...form.field('currency')} />
        <AmountField
          label={t('settings.entrance_fee')}
          currency={currency}
          {...form.field('entrance_fee', 'entrance_fee_minor')}
        />
        <AmountField
          label={t('settings.min_share_capital')}
          description={t('settings.min_share_capital_hint')}
          currency={currency}
          {...form.field('min_share_capital', 'min_share_capital_minor')}
        />
        <AmountField
          label={t('settings.approval_above')}
          description={t('settings.approval_above_hint')}
          currency={currency}
          {...form.field('withdrawal_approval', 'withdrawal_approval_minor')}
        />
        <ZoneField description={t('settings.zone_hint')} {...form.field('utc_offset_minutes')} />
        <Choice<string>
          label={t('settings.min_kyc_tier')}
          description={t('settings.min_kyc_tier_hint')}
          options={TIERS.map((value) => ({ value, label: value }))}
          {...form.field('min_kyc_tier')}
        />
        <Choice<string>
          label={t('settings.tills')}
          description={t('settings.tills_hint')}
          options={[
            { value: 'off', label: t('settings.tills_off') },
            { value: 'on', label: t('settings.tills_on') },
          ]}
          {...form.field('tills')}
        />
        <Choice<string>
          label={t('settings.paybill_waterfall')}
          description={t('settings.paybill_waterfall_hint')}
          options={waterfalls(values.paybill_waterfall).map((steps) => ({
            value: steps,
            label: raised(
              steps
                .split(' ')
                .map((step) => word('waterfall', step))
                .join(' → '),
            ),
          }))}
          {...form.field('paybill_waterfall')}
        />
        <Choice<string>
          label={t('settings.paybill_match_phone')}
          description={t('settings.paybill_match_phone_hint')}
          options={[
            { value: 'false', label: t('status.off') },
            { value: 'true', label: t('status.on') },
          ]}
          {...form.field('paybill_match_phone')}
        />
      </SubmitForm>
    </Paper>
  );
}
