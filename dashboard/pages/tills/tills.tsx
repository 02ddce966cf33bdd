/** A teller's own session, and the tills of the cooperative. */
import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useCooperative, useIsManager } from '../../api/me.ts';
import { useList } from '../../api/reads.ts';
import type { Till, TillSession } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { isLive, useOwnSession } from './own-session.ts';
import { OpenSessionDialog } from './open-session-dialog.tsx';
import { TillDialog } from './till-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const PER_PAGE = 50;

export function Tills(): ReactNode {
  const { t } = useWords();
  const cooperative = useCooperative();
  const is_manager = useIsManager();
  const [shown, setShown] = useState<'open' | 'carry' | 'new' | Till | null>(null);
  const tills = useList('sacco.tills.list', { limit: PER_PAGE });
  const close = (): void => setShown(null);
  if (!cooperative) return <Page title={t('nav.tills')}>{null}</Page>;
  const { currency } = cooperative;
  const are_on = cooperative.tills === 'on';
  return (
    <Page
      title={t('nav.tills')}
      back={{ href: '/treasury', label: t('nav.treasury') }}
      actions={
        <>
          {are_on && (
            <Button variant="default" disabled={tills.is_loading} onClick={() => setShown('carry')}>
              {t('tills.carry')}
            </Button>
          )}
          {is_manager && (
            <Button variant="default" onClick={() => setShown('new')}>
              {t('tills.new')}
            </Button>
          )}
        </>
      }
    >
      {are_on ? (
        // Its form chooses among the tills, which are read first.
        <OwnSession canOpen={!tills.is_loading} onOpen={() => setShown('open')} />
      ) : (
        <TillsAreOff isManager={is_manager} />
      )}
      <ListTable
        currency={currency}
        name={t('tills.all')}
        showName
        list={tills}
        rowKey={({ id }) => id}
        columns={[
          { header: t('tills.name'), cell: ({ name }) => name },
          { header: t('tills.branch'), cell: ({ branch }) => branch ?? '–' },
          moneyColumn(t('tills.holds'), 'balance_minor', currency),
          {
            header: t('tills.session'),
            cell: ({ session, active }) =>
              session ? (
                <Link href={`/tills/sessions/${session}`}>{t('tills.see_session')}</Link>
              ) : (
                t(active ? 'tills.no_session' : 'tills.set_aside')
              ),
          },
          ...(is_manager
            ? [
                {
                  header: t('tills.change'),
                  cell: (till: Till) => (
                    <Button size="compact-sm" variant="subtle" onClick={() => setShown(till)}>
                      {t('tills.change_till', { name: till.name })}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Sessions />
      {shown === 'open' && <OpenSessionDialog tills={tills.items} currency={currency} onClose={close} />}
      {shown === 'carry' && <TransferDialog tills={tills.items} currency={currency} onClose={close} />}
      {shown !== null && shown !== 'open' && shown !== 'carry' && (
        <TillDialog till={shown === 'new' ? null : shown} onClose={close} />
      )}
    </Page>
  );
}

function TillsAreOff({ isManager }: { isManager: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <Text c="dimmed">{t('tills.off')}</Text>
      {isManager && (
        <Group>
          <LinkButton href="/settings/cooperative">{t('tills.turn_on')}</LinkButton>
        </Group>
      )}
    </>
  );
}

function OwnSession({ canOpen, onOpen }: { canOpen: boolean; onOpen: () => void }): ReactNode {
  const { t } = useWords();
  const { session, is_loading } = useOwnSession();
  if (is_loading) return null;
  if (!session)
    return (
      <Section
        title={t('tills.mine')}
        actions={
          <Button disabled={!canOpen} onClick={onOpen}>
            {t('tills.open')}
          </Button>
        }
      >
        <Text c="dimmed">{t('tills.none_of_mine')}</Text>
      </Section>
    );
  return (
    <Section
      title={t('tills.mine')}
      actions={<LinkButton href={`/tills/sessions/${session.id}`}>{t('tills.see_session')}</LinkButton>}
    >
      <SessionFigures session={session} />
    </Section>
  );
}

export function SessionFigures({ session }: { session: TillSession }): ReactNode {
  const { t } = useWords();
  const { currency, expected_minor } = session;
  const cards = [
    [t('tills.float'), session.opening_minor],
    [t('tills.in'), session.in_minor],
    [t('tills.out'), session.out_minor],
    ...(expected_minor === null ? [] : ([[t('tills.expected'), expected_minor]] as const)),
  ] as const;
  return (
    <>
      <Text>
        {session.till_name} <Status status={session.status} />
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {cards.map(([label, minor]) => (
          <FigureCard key={label} label={label}>
            <Money minor={minor} currency={currency} />
          </FigureCard>
        ))}
      </SimpleGrid>
    </>
  );
}

/** The sessions of everybody, newest first. */
function Sessions(): ReactNode {
  const { t } = useWords();
  const list = useList('sacco.tillSessions.list', { limit: 20 });
  return (
    <ListTable
      name={t('tills.sessions')}
      showName
      list={list}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t('tills.session'),
          cell: ({ id, till_name }) => <Link href={`/tills/sessions/${id}`}>{till_name}</Link>,
        },
        { header: t('tills.teller'), cell: ({ teller }) => teller.name },
        { header: t('tills.began'), cell: ({ created_at }) => <Moment at={created_at} /> },
        { header: t('tills.status'), cell: ({ status }) => <Status status={status} /> },
        {
          header: t('tills.difference'),
          isFigure: true,
          cell: (row) =>
            isLive(row) || row.difference_minor === null ? (
              '–'
            ) : (
              <Money minor={row.difference_minor} currency={row.currency} />
            ),
        },
      ]}
    />
  );
}
