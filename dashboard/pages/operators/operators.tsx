/** The whole service, for platform operators: who signs in, which projects there are, which processes run. Nothing is changed. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { useFilter } from '../../forms/filters/filters.ts';
import { SearchField } from '../../forms/filters/search-field.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { TabbedPage } from '../../ui/page/tabbed-page.tsx';
import { useWords, type TextId } from '../../words.ts';

const TABS = {
  users: { label: 'operators.users', Content: Users },
  projects: { label: 'operators.projects', Content: Projects },
  processes: { label: 'operators.processes', Content: Processes },
} as const satisfies Record<string, { label: TextId; Content: () => ReactNode }>;

const LOOK_EVERY_MS = 30_000;

export function Operators(): ReactNode {
  const { t } = useWords();
  return <TabbedPage title={t('account.operators')} base="/operators" tabs={TABS} />;
}

function Users(): ReactNode {
  const { t } = useWords();
  const [typed] = useFilter('email');
  // Part of an address finds nobody, and is refused.
  const email = /^\S+@\S+\.\S+$/.test(typed) ? typed : undefined;
  const list = useList('operators.users.list', { email });
  const yesOrNo = useYesOrNo();
  return (
    <Stack>
      <div className="filters">
        <SearchField label={t('operators.find')} filter="email" placeholder="amina@sacco.example" />
      </div>
      <ListTable
        name={t('operators.users')}
        list={list}
        rowKey={({ id }) => id}
        columns={[
          { header: t('settings.name'), cell: ({ name }) => name },
          {
            header: t('sign_in.email'),
            cell: ({ email: address, email_verified }) => (
              <>
                {address}
                {!email_verified && (
                  <Text size="xs" c="dimmed">
                    {t('operators.unverified')}
                  </Text>
                )}
              </>
            ),
          },
          { header: t('operators.operator'), cell: ({ operator }) => yesOrNo(operator) },
          { header: t('operators.second_factor'), cell: ({ second_factor }) => yesOrNo(second_factor) },
          { header: t('operators.projects'), isFigure: true, cell: ({ projects }) => projects },
          {
            header: t('operators.since'),
            cell: ({ created_at }) => <Moment at={created_at} withTime={false} />,
          },
        ]}
      />
    </Stack>
  );
}

function Projects(): ReactNode {
  const { t } = useWords();
  const list = useList('operators.projects.list', {});
  const yesOrNo = useYesOrNo();
  return (
    <ListTable
      name={t('operators.projects')}
      list={list}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t('settings.name'),
          cell: ({ name, id }) => (
            <>
              {name}
              <Text size="xs" c="dimmed">
                {id}
              </Text>
            </>
          ),
        },
        { header: t('operators.owner'), cell: ({ owner_email }) => owner_email },
        { header: t('operators.staff'), isFigure: true, cell: ({ staff }) => staff },
        { header: t('operators.second_factor'), cell: ({ require_totp }) => yesOrNo(require_totp) },
        { header: t('operators.strict'), cell: ({ strict_approvals }) => yesOrNo(strict_approvals) },
        {
          header: t('operators.since'),
          cell: ({ created_at }) => <Moment at={created_at} withTime={false} />,
        },
      ]}
    />
  );
}

function Processes(): ReactNode {
  const { t } = useWords();
  const list = useList('operators.processes.list', {}, { every_ms: LOOK_EVERY_MS });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('operators.processes_hint')}
      </Text>
      <ListTable
        name={t('operators.processes')}
        list={list}
        rowKey={({ machine, process_id, started_at }) => `${machine} ${process_id} ${started_at}`}
        columns={[
          { header: t('operators.machine'), cell: ({ machine, process_id }) => `${machine} · ${process_id}` },
          {
            header: t('operators.runs'),
            cell: ({ runs }) => runs.map((each) => (each === 'web' ? t('operators.web') : each)).join(', '),
          },
          { header: t('operators.version'), cell: ({ version }) => version },
          { header: t('operators.started'), cell: ({ started_at }) => <Moment at={started_at} /> },
          { header: t('operators.seen'), cell: ({ seen_at }) => <Moment at={seen_at} /> },
        ]}
      />
    </Stack>
  );
}

function useYesOrNo(): (is_so: boolean) => string {
  const { t } = useWords();
  return (is_so) => (is_so ? t('operators.yes') : '–');
}
