/** Who did what and when: the entries of the audit log, newest first, of one environment, filtered by who, what and on what. */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FilterChoice } from '../../forms/filters/filter-choice.tsx';
import { SearchField } from '../../forms/filters/search-field.tsx';
import { useProjectId, usePlace } from '../../session/place.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useSortedList } from '../../ui/sorted-list.ts';
import { useWords } from '../../words.ts';
import { Details } from './details.tsx';
import { Subject } from './subject.tsx';
import { useActions, useActors } from './filters.ts';

export function AuditLog(): ReactNode {
  const { t, word } = useWords();
  const place = usePlace();
  const [environment, setEnvironment] = useFilter('environment', place.environment);
  const [actor, setActor] = useFilter('actor');
  const [action, setAction] = useFilter('action');
  const [subject] = useFilter('subject');
  const entries = useSortedList('projects.auditLog.list', {
    project: useProjectId(),
    environment,
    actor: actor || undefined,
    action: action || undefined,
    subject: subject || undefined,
  });
  const actors = useActors(actor, entries.items);
  const nameOf = (id: string): string | undefined => actors.find(({ value }) => value === id)?.label;
  return (
    <Page title={t('nav.audit_log')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('audit_log.chained')}
        </Text>
        <Group className="filters" align="flex-end">
          <Choice
            label={t('audit_log.of')}
            value={environment}
            onChange={setEnvironment}
            options={[
              { value: 'test', label: t('shell.test') },
              { value: 'live', label: t('shell.live') },
            ]}
          />
          <FilterChoice
            label={t('audit_log.who')}
            all={t('audit_log.everybody')}
            value={actor}
            onChange={setActor}
            options={actors}
          />
          <FilterChoice
            label={t('audit_log.what')}
            value={action}
            onChange={setAction}
            options={useActions(action)}
          />
          <SearchField label={t('audit_log.on')} filter="subject" placeholder={t('audit_log.id')} />
        </Group>
        <ListTable
          isMain
          name={t('nav.audit_log')}
          list={entries}
          rowKey={({ id }) => id}
          columns={[
            { header: t('audit_log.when'), sort: 'created_at', cell: ({ at }) => <Moment at={at} /> },
            {
              header: t('audit_log.who'),
              cell: ({ actor }) => (
                <div>
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    ta="start"
                    title={t('audit_log.only', { name: actor.name })}
                    onClick={() => setActor(actor.id)}
                  >
                    {actor.name}
                  </Anchor>
                  {actor.type === 'api_key' && (
                    <Text size="xs" c="dimmed">
                      {t('audit_log.api_key')}
                    </Text>
                  )}
                </div>
              ),
            },
            { header: t('audit_log.what'), cell: ({ action }) => word('audit_action', action) },
            {
              header: t('audit_log.on'),
              cell: ({ subject }) => <Subject id={subject} name={nameOf(subject)} />,
            },
            {
              header: t('audit_log.details'),
              cell: ({ details }) => <Details details={details} nameOf={nameOf} />,
            },
          ]}
        />
      </Stack>
    </Page>
  );
}
