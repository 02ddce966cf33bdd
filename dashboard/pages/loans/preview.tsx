/** What an application would come to, asked of the API while it is filled in; nothing is stored by that. */
import { Alert, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UshirikaError } from '@ushirika/sdk/transport';
import { useId, type ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { LoanPreview } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { usePlace } from '../../session/place.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useWords } from '../../words.ts';
import type { ApplicationBody } from './application.ts';
import { ScheduleTable } from './schedule-table.tsx';

const PAUSE_MS = 300;

export interface PreviewProps {
  /** Null while too little is filled in. */
  body: ApplicationBody | null;
  currency: string;
}

export function Preview({ body, currency }: PreviewProps): ReactNode {
  const { t } = useWords();
  const text = body === null ? '' : JSON.stringify(body);
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const { project_id, environment } = usePlace();
  const { data, error, isFetching } = useQuery<LoanPreview, UshirikaError>({
    queryKey: [project_id, environment, 'loan preview', asked],
    queryFn: async ({ signal }) => {
      const request = { ...(JSON.parse(asked) as ApplicationBody), dry_run: true };
      return (await call<LoanPreview>('POST', '/api/v1/sacco/loans', { body: request, signal })).data;
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  if (text === '' || (!data && !error)) {
    return (
      <Text c="dimmed" className="empty">
        {t('loan_application.fill_in')}
      </Text>
    );
  }
  if (error) return <ErrorAlert error={error} />;
  if (!data) return null;
  const is_current = text === asked && !isFetching;
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
        is_preview
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
