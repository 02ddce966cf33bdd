/** Asks for days to be closed, or for the last closed period to be opened again; it waits for somebody else. */
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useSubmission } from '../../api/submission.ts';
import type { AccountingPeriod } from '../../generated/wire.ts';
import { MemoField } from '../../movement/memo-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { LocalDate } from '../../ui/moment.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';

const PATH = '/api/v1/accounting/periods';

export interface PeriodDialogProps {
  /** To be reopened; null: days are to be closed. */
  period: AccountingPeriod | null;
  onClose: () => void;
}

export function PeriodDialog({ period, onClose }: PeriodDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<AccountingPeriod>();
  const [end_date, setEndDate] = useState('');
  const [memo, setMemo] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error, data } = submission;
  const lacks_memo = memo.trim() === '';
  const lacks_date = period === null && end_date === '';
  const title = period ? t('accounting.reopen') : t('accounting.close');
  const send = (): void => {
    setWasSent(true);
    if (lacks_memo || lacks_date) return;
    const asked = { memo: memo.trim() };
    void submission.submit(
      period
        ? { path: `${PATH}/${period.id}/reopen`, body: asked }
        : { path: PATH, body: { ...asked, end_date } },
    );
  };
  return (
    <SubmitDialog
      title={title}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={title}
      busy_label={t('submit.working')}
      onSubmit={send}
      shown_fields={['memo', 'end_date']}
      outcome={
        data && (
          <Outcome is_waiting onClose={onClose}>
            <Link href="/approvals">{t('accounting.waiting')}</Link>
          </Outcome>
        )
      }
    >
      {period ? (
        <Text size="sm">
          {t('accounting.reopen_means')} <LocalDate date={period.start_date} /> –{' '}
          <LocalDate date={period.end_date} />
        </Text>
      ) : (
        <>
          <Text size="sm">{t('accounting.close_means')}</Text>
          <DateField
            label={t('accounting.last_day')}
            value={end_date}
            onChange={setEndDate}
            error={was_sent && lacks_date ? t('accounting.choose_day') : fieldError(error, 'end_date')}
            disabled={is_busy}
            data-autofocus
          />
        </>
      )}
      <MemoField
        value={memo}
        onChange={setMemo}
        submission={submission}
        is_missing={was_sent && lacks_memo}
        is_first={period !== null}
      />
    </SubmitDialog>
  );
}
