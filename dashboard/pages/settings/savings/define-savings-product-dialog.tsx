/** Defining a savings product: its terms never change afterwards. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { DraftNotice } from '../../../forms/draft-notice.tsx';
import { useDraftForm } from '../../../forms/draft.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { AmountField, useAmountReader } from '../../../money/amount-field.tsx';
import { parsePercent } from '../../../money/money.rules.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords, type TextId } from '../../../words.ts';
import { readCount } from '../figures.ts';

const KINDS = ['regular', 'restricted', 'fixed'] as const;
const AT_MATURITY = ['pay_out', 'renew_principal', 'renew_all'] as const;
const AMOUNTS = ['min_opening', 'min_balance', 'withdrawal_fee', 'monthly_fee'] as const;
type AmountName = (typeof AMOUNTS)[number];

const LABELS = {
  min_opening: 'savings.min_opening',
  min_balance: 'savings.min_balance',
  withdrawal_fee: 'savings.withdrawal_fee',
  monthly_fee: 'savings.monthly_fee',
} as const satisfies Record<AmountName, TextId>;

/** What the kinds have of these. */
const AMOUNTS_OF: Record<(typeof KINDS)[number], readonly AmountName[]> = {
  regular: AMOUNTS,
  restricted: ['min_opening', 'monthly_fee'],
  fixed: ['min_opening'],
};

const EMPTY = {
  name: '',
  kind: 'regular' as (typeof KINDS)[number],
  min_opening: '',
  min_balance: '',
  withdrawal_fee: '',
  monthly_fee: '',
  notice_days: '0',
  early_fee: '0',
  rate: '',
  term_days: '90',
  at_maturity: 'pay_out' as (typeof AT_MATURITY)[number],
};

export function DefineSavingsProductDialog(props: { currency: string; onClose: () => void }): ReactNode {
  const { currency, onClose } = props;
  const { t, word } = useWords();
  const readAmount = useAmountReader();
  const submission = useSubmit('sacco.savingsProducts.define', { once: true });
  const form = useDraftForm('savings_product', submission, EMPTY, (values) => ({
    name: values.name.trim() === '' && t('settings.enter_name'),
    ...Object.fromEntries(
      AMOUNTS_OF[values.kind].map((name) => [
        name,
        values[name].trim() === '' ? undefined : readAmount(values[name]).error,
      ]),
    ),
    ...(values.kind === 'regular' && {
      notice_days: readCount(values.notice_days) === undefined && t('settings.enter_count'),
      early_fee: parsePercent(values.early_fee) === undefined && t('settings.enter_percent'),
    }),
    ...(values.kind === 'fixed' && {
      rate: parsePercent(values.rate) === undefined && t('settings.enter_percent'),
      term_days: readCount(values.term_days) === undefined && t('settings.enter_count'),
    }),
  }));
  const { values } = form;
  const { kind } = values;
  const define = async (): Promise<void> => {
    const amounts = Object.fromEntries(
      AMOUNTS_OF[kind].map((name) => [
        `${name}_minor`,
        values[name].trim() === '' ? 0 : (readAmount(values[name]).minor ?? 0),
      ]),
    );
    const answer = await submission.submit({
      name: values.name.trim(),
      kind,
      ...amounts,
      ...(kind === 'regular' && {
        notice_days: readCount(values.notice_days) ?? 0,
        early_fee_bps: parsePercent(values.early_fee) ?? 0,
      }),
      ...(kind === 'fixed' && {
        rate_bps: parsePercent(values.rate) ?? 0,
        term_days: readCount(values.term_days) ?? null,
        at_maturity: values.at_maturity,
      }),
    });
    if (!answer) return;
    form.forget();
    sayDone(t('savings.product_defined', { name: answer.data.name }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('savings.define_product')}
      submitLabel={t('settings.define')}
      onSubmit={define}
      onClose={onClose}
      size="lg"
    >
      {form.is_draft && <DraftNotice onDiscard={() => form.clear()} />}
      <TextField label={t('settings.name')} isFirst {...form.field('name')} />
      <Choice
        label={t('savings.kind')}
        options={KINDS.map((value) => ({ value, label: word('savings_kind', value) }))}
        {...form.field('kind')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {AMOUNTS_OF[kind].map((name) => (
          <AmountField
            key={name}
            label={t(LABELS[name])}
            currency={currency}
            {...form.field(name, `${name}_minor`)}
          />
        ))}
        {kind === 'regular' && (
          <>
            <TextField label={t('savings.notice_days')} {...form.field('notice_days')} />
            <TextField label={t('savings.early_fee')} {...form.field('early_fee', 'early_fee_bps')} />
          </>
        )}
        {kind === 'fixed' && (
          <>
            <TextField label={t('savings.rate')} {...form.field('rate', 'rate_bps')} />
            <TextField label={t('savings.term_days')} {...form.field('term_days')} />
            <Choice
              label={t('savings.at_maturity')}
              options={AT_MATURITY.map((value) => ({ value, label: word('at_maturity', value) }))}
              {...form.field('at_maturity')}
            />
          </>
        )}
      </SimpleGrid>
    </SubmitDialog>
  );
}
