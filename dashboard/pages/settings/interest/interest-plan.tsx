/** The terms by which interest on deposits is declared at the end of each period; or that none is. */
import { Paper, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { PercentField } from '../../../forms/fields/percent-field.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitForm } from '../../../forms/submit-form.tsx';
import type { SaccoSettings } from '../../../generated/wire.ts';
import { parsePercent, percentText } from '../../../money/money.rules.ts';
import { LocalDate } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';
import type { ProductOption } from '../../interest/earning-products.ts';
import { TermsFields } from '../../interest/terms-fields.tsx';
import { saySaved } from '../say-saved.ts';

const FREQUENCIES = ['never', 'monthly', 'quarterly', 'yearly'] as const;

interface InterestPlanProps {
  settings: SaccoSettings;
  products: readonly ProductOption[];
}

export function InterestPlan({ settings, products }: InterestPlanProps): ReactNode {
  const { t, word } = useWords();
  const submission = useSubmit('sacco.settings.put');
  const plan = settings.savings_interest;
  const initial = () => ({
    frequency: plan?.frequency ?? 'never',
    product: plan?.product_id ?? '',
    rate: percentText(plan?.rate_bps ?? null),
    basis: plan?.basis ?? 'daily_balance',
    counting: plan?.counting ?? 'closing',
    credit_to: plan?.credit_to ?? 'same_account',
    tax_rate: percentText(plan?.withholding_tax_bps ?? null),
  });
  const form = useForm(
    submission,
    initial,
    ({ frequency, rate, tax_rate }) => ({
      ...(frequency !== 'never' && {
        rate: parsePercent(rate) === undefined && t('settings.enter_percent'),
        tax_rate:
          tax_rate.trim() !== '' && parsePercent(tax_rate) === undefined && t('settings.enter_percent'),
      }),
    }),
    { version: JSON.stringify(plan) },
  );
  const { frequency, product, rate, basis, counting, credit_to, tax_rate } = form.values;
  const save = async (): Promise<void> => {
    const savings_interest =
      frequency === 'never'
        ? null
        : {
            frequency,
            product_id: product === '' ? null : product,
            rate_bps: parsePercent(rate) ?? 0,
            basis,
            ...(basis === 'monthly' ? { counting } : {}),
            credit_to,
            withholding_tax_bps: parsePercent(tax_rate) ?? null,
          };
    const answer = await submission.submit({ savings_interest });
    if (!answer) return;
    form.keep();
    saySaved(t, answer.data);
  };
  return (
    <Paper withBorder p="lg" maw={640} className="panel">
      <Title order={2} size="h4">
        {t('interest.plan')}
      </Title>
      <Text size="sm" c="dimmed" mb="md" className="sentence">
        {t('interest.plan_hint')}
        {plan && (
          <>
            {' '}
            {t('interest.plan_since')} <LocalDate date={plan.since} />
          </>
        )}
      </Text>
      <SubmitForm form={form} submitLabel={t('interest.save_plan')} onSubmit={save}>
        <Choice<string>
          label={t('interest.frequency')}
          options={FREQUENCIES.map((value) => ({ value, label: word('interest_frequency', value) }))}
          {...form.field('frequency', 'savings_interest.frequency')}
        />
        {frequency !== 'never' && (
          <>
            <Choice
              label={t('interest.earned_by')}
              options={products}
              {...form.field('product', 'savings_interest.product_id')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} className="top-aligned">
              <PercentField
                label={t('interest.rate')}
                description={t('interest.rate_hint')}
                {...form.field('rate', 'savings_interest.rate_bps')}
              />
              <PercentField
                label={t('interest.tax_rate')}
                description={t('interest.tax_rate_hint')}
                {...form.field('tax_rate', 'savings_interest.withholding_tax_bps')}
              />
            </SimpleGrid>
            <TermsFields form={form} />
          </>
        )}
      </SubmitForm>
    </Paper>
  );
}
