/** Who did what and when: the entries of the audit log, newest first, of one environment. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { useProjectId, usePlace } from '../../session/place.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';
import { Details } from './details.tsx';
import { Subject } from './subject.tsx';

export function AuditLog(): ReactNode {
  const { t, word } = useWords();
  const place = usePlace();
  const [environment, setEnvironment] = useFilter('environment', place.environment);
  const entries = useList('projects.auditLog.list', { project: useProjectId(), environment });
  return (
    <Page title={t('nav.audit_log')}>
      <Stack>
        <Group justify="space-between" align="flex-end">
          <Choice
            label={t('audit_log.of')}
            value={environment}
            onChange={setEnvironment}
            options={[
              { value: 'test', label: t('shell.test') },
              { value: 'live', label: t('shell.live') },
            ]}
          />
          <Text size="sm" c="dimmed" maw={420}>
            {t('audit_log.chained')}
          </Text>
        </Group>
        <ListTable
          isMain
          name={t('nav.audit_log')}
          list={entries}
          rowKey={({ id }) => id}
          columns={[
            { header: t('audit_log.when'), cell: ({ at }) => <Moment at={at} /> },
            {
              header: t('audit_log.who'),
              cell: ({ actor }) => (
                <div>
                  {actor.name}
                  {actor.type === 'api_key' && (
                    <Text size="xs" c="dimmed">
                      {t('audit_log.api_key')}
                    </Text>
                  )}
                </div>
              ),
            },
            { header: t('audit_log.what'), cell: ({ action }) => word('audit_action', action) },
            { header: t('audit_log.on'), cell: ({ subject }) => <Subject id={subject} /> },
            {
              header: t('audit_log.details'),
              cell: ({ details }) => <Details details={details} />,
            },
          ]}
        />
      </Stack>
    </Page>
  );
}
