/** Declaring a dividend: its rates and the income that it is paid from. A second person decides on it. */
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSubmission } from '../../api/submission.ts';
import type { Dividend } from '../../generated/wire.ts';
import { parsePercent } from '../../money/money.rules.ts';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { PercentField } from '../../ui/percent-field.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';

type Source = 'interest_income' | 'fee_income';

interface Fields {
  label: string;
  period_start: string;
  period_end: string;
  share_rate: string;
  interest_rebate: string;
  paid_from: Source;
}

const EMPTY: Fields = {
  label: '',
  period_start: '',
  period_end: '',
  share_rate: '',
  interest_rebate: '0',
  paid_from: 'interest_income',
};
const MAX_LABEL_LENGTH = 100;
/** Fields of the request that show the API's faults themselves. */
const SHOWN = ['label', 'period_start', 'period_end', 'share_rate_bps', 'interest_rebate_bps'] as const;

export function DeclareDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t, word, reason } = useWords();
  const [, navigate] = useLocation();
  const submission = useSubmission<Dividend>();
  const [fields, setFields] = useState(EMPTY);
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const share_rate_bps = parsePercent(fields.share_rate);
  const interest_rebate_bps = parsePercent(fields.interest_rebate);

  const change =
    (name: keyof Fields) =>
    (value: string): void =>
      setFields({ ...fields, [name]: value });
  const missing = (is_missing: boolean, sentence: string): string | undefined =>
    was_sent && is_missing ? sentence : undefined;
  const ends_early = fields.period_end !== '' && fields.period_end < fields.period_start;
  const is_complete =
    fields.label.trim() !== '' &&
    !ends_early &&
    fields.period_start !== '' &&
    fields.period_end !== '' &&
    share_rate_bps !== undefined &&
    interest_rebate_bps !== undefined;

  const send = async (): Promise<void> => {
    setWasSent(true);
    if (!is_complete) return;
    const answer = await submission.submit({
      path: '/api/v1/sacco/dividends',
      body: {
        label: fields.label.trim(),
        period_start: fields.period_start,
        period_end: fields.period_end,
        share_rate_bps,
        interest_rebate_bps,
        paid_from: fields.paid_from,
      },
    });
    if (answer) navigate(`/dividends/${answer.data.id}`);
  };
  const date = (name: 'period_start' | 'period_end', label: string): ReactNode => (
    <TextInput
      type="date"
      label={label}
      value={fields[name]}
      onChange={(event) => change(name)(event.currentTarget.value)}
      disabled={is_busy}
      error={
        missing(fields[name] === '', t('dividends.enter_date')) ??
        missing(name === 'period_end' && ends_early, t('dividends.ends_early')) ??
        fieldError(error, name)
      }
    />
  );
  return (
    <SubmitDialog
      title={t('dividends.declare')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('dividends.declare')}
      busy_label={t('submit.working')}
      onSubmit={() => void send()}
      shown_fields={SHOWN}
    >
      <Text size="sm" c="dimmed">
        {t('dividends.declare_hint')}
      </Text>
      <TextInput
        label={t('dividends.label')}
        value={fields.label}
        onChange={(event) => change('label')(event.currentTarget.value)}
        maxLength={MAX_LABEL_LENGTH}
        autoComplete="off"
        disabled={is_busy}
        data-autofocus
        error={
          missing(fields.label.trim() === '', t('dividends.enter_label')) ??
          fieldError(error, 'label') ??
          (error?.reason === 'label_taken' ? reason('label_taken', error.message) : undefined)
        }
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} className="top-aligned">
        {date('period_start', t('dividends.first_day'))}
        {date('period_end', t('dividends.last_day'))}
        <PercentField
          label={t('dividends.share_rate')}
          description={t('dividends.share_rate_hint')}
          value={fields.share_rate}
          onChange={change('share_rate')}
          disabled={is_busy}
          error={
            missing(share_rate_bps === undefined, t('dividends.enter_percent')) ??
            fieldError(error, 'share_rate_bps')
          }
        />
        <PercentField
          label={t('dividends.interest_rebate')}
          description={t('dividends.interest_rebate_hint')}
          value={fields.interest_rebate}
          onChange={change('interest_rebate')}
          disabled={is_busy}
          error={
            missing(interest_rebate_bps === undefined, t('dividends.enter_percent')) ??
            fieldError(error, 'interest_rebate_bps')
          }
        />
      </SimpleGrid>
      <Choice<Source>
        label={t('dividends.paid_from')}
        value={fields.paid_from}
        onChange={change('paid_from')}
        disabled={is_busy}
        options={(['interest_income', 'fee_income'] as const).map((value) => ({
          value,
          label: word('account_kind', value),
        }))}
      />
    </SubmitDialog>
  );
}
