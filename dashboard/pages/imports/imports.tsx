/** The imports at cut-over. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LocalDate, Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useSortedList } from '../../ui/sorted-list.ts';
import { useWords } from '../../words.ts';

export function Imports(): ReactNode {
  const { t } = useWords();
  const imports = useSortedList('sacco.imports.list', {});
  return (
    <Page
      title={t('imports.title')}
      back={{ href: '/treasury', label: t('nav.treasury') }}
      actions={<LinkButton href="/imports/new">{t('imports.new')}</LinkButton>}
    >
      <ListTable
        isMain
        opensRows
        name={t('imports.title')}
        list={imports}
        empty={<Empty what="empty.imports" />}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('imports.cut_over_date'),
            cell: ({ id, cut_over_date }) => (
              <Link href={`/imports/${id}`}>
                <LocalDate date={cut_over_date} />
              </Link>
            ),
          },
          { header: t('imports.members'), isFigure: true, cell: ({ members }) => members },
          { header: t('imports.loans'), isFigure: true, cell: ({ loans }) => loans },
          { header: t('treasury.status'), cell: ({ status }) => <Status status={status} /> },
          {
            header: t('treasury.when'),
            sort: 'created_at',
            cell: ({ created_at }) => <Moment at={created_at} />,
          },
        ]}
      />
    </Page>
  );
}
