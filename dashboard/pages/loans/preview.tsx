/** The loan that an application would lead to, calculated by the API while it is filled in; nothing is stored. */
import { Alert, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { InputOf } from '../../api/operations.ts';
import { usePreview } from '../../api/preview.ts';
import type { LoanPreview } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useWords } from '../../words.ts';
import { ScheduleTable } from './schedule-table.tsx';

export interface PreviewProps {
  /** Null while too little is filled in. */
  input: InputOf<'sacco.loans.apply'> | null;
  currency: string;
}

export function Preview({ input, currency }: PreviewProps): ReactNode {
  const { t } = useWords();
  const { data, error, is_current } = usePreview('sacco.loans.apply', input);
  if (input === null || (!data && !error)) {
    return (
      <Text c="dimmed" className="empty">
        {t('loan_application.fill_in')}
      </Text>
    );
  }
  if (error) return <ErrorAlert error={error} />;
  if (!data) return null;
  return (
    <Stack aria-busy={!is_current} className={is_current ? undefined : 'outdated'}>
      <Paper withBorder p="md" className="panel">
        <Facts
          facts={[
            [t('loans.fee'), <Money key="fee" minor={data.fee_minor} currency={currency} />],
            [
              t('loan_application.paid_out'),
              <Money key="paid-out" minor={data.disbursed_minor} currency={currency} />,
            ],
            [
              t('loan_application.total_interest'),
              <Money key="interest" minor={data.total_interest_minor} currency={currency} />,
            ],
          ]}
        />
      </Paper>
      <Checks checks={data.checks} />
      <ScheduleTable
        name={t('loan_application.schedule_preview')}
        schedule={data.schedule}
        currency={currency}
        isPreview
      />
    </Stack>
  );
}

/** All checks, those that are not met first: an application would be refused by one of them. */
function Checks({ checks }: { checks: LoanPreview['checks'] }): ReactNode {
  const { t, word } = useWords();
  const heading = useId();
  const unmet = checks.filter(({ met }) => !met);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4" id={heading}>
        {t('loan_application.checks')}
      </Title>
      {unmet.length > 0 && (
        <Alert color="yellow" variant="light">
          {t('loan_application.unmet', { count: unmet.length })}
        </Alert>
      )}
      <List aria-labelledby={heading} role="list" listStyleType="none" className="checks">
        {[...unmet, ...checks.filter(({ met }) => met)].map(({ check, met, message }) => (
          <List.Item key={check} className="check" data-met={met}>
            <span className="check-answer">
              {met ? t('loan_application.met') : t('loan_application.not_met')}
            </span>
            <span>
              {word('loan_check', check)}
              <Text size="sm" c="dimmed">
                {message}
              </Text>
            </span>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
