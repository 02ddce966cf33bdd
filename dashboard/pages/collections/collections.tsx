/** An officer's round with the phone: whose installment is late or due today, calling them, and taking their cash. */
import { Box, Button, Group, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useCooperative } from '../../api/me.ts';
import { useReachable } from '../../api/reachable.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { SearchField } from '../../forms/filters/search-field.tsx';
import { Money } from '../../money/money.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';
import { Borrower, Phone } from '../reports/borrower.tsx';
import type { SheetLoan } from './device.ts';
import { keepPage } from './keep-page.ts';
import { leftToCollect, matches, notBooked, sumOf, takenSince } from './queue.rules.ts';
import { TakeCashDialog } from './take-cash-dialog.tsx';
import { TakenTable } from './taken-table.tsx';
import { useQueue, type Queue } from './use-queue.ts';
import { useSheet, type Sheet } from './use-sheet.ts';

export function Collections(): ReactNode {
  const { t } = useWords();
  const currency = useCooperative()?.currency;
  const [whose, setWhose] = useFilter('whose', 'mine');
  const [q] = useFilter('q');
  const queue = useQueue();
  const sheet = useSheet(queue.owner, whose === 'mine');
  const [chosen, choose] = useState<SheetLoan | null>(null);
  const is_read = sheet.read_at_ms !== null;
  const [is_kept, setIsKept] = useState(false);
  useEffect(() => {
    if (!is_read) return;
    // Where it cannot be kept it works all the same, but opens with a network only.
    void keepPage()
      .then(() => setIsKept(true))
      .catch(() => undefined);
  }, [is_read]);
  const since = (loan: SheetLoan) => takenSince(queue.taken ?? [], loan.loan_id, sheet.read_at_ms ?? 0);
  return (
    <Page
      title={t('nav.collections')}
      actions={
        <LinkButton href="/collections/hand-over" variant="default">
          {t('hand_over.title')}
        </LinkButton>
      }
    >
      <TakenHere queue={queue} />
      <Group gap="sm" align="flex-end">
        <Box className="grow">
          <SearchField label={t('collections.find')} filter="q" placeholder={t('desk.find_by')} />
        </Box>
        <Choice
          label={t('collections.whose')}
          value={whose}
          onChange={setWhose}
          options={[
            { value: 'mine', label: t('collections.my_loans') },
            { value: 'all', label: t('collections.all_loans') },
          ]}
        />
      </Group>
      {sheet.error && <ErrorAlert error={sheet.error} onRetry={sheet.retry} />}
      {currency === undefined || sheet.read_at_ms === null || queue.taken === null ? (
        !sheet.error && <Loading />
      ) : (
        <>
          <AsOf sheet={sheet} readAtMs={sheet.read_at_ms} currency={currency} isKept={is_kept} />
          <LongTable
            key={q}
            currency={currency}
            name={t('collections.to_collect')}
            isDense
            rows={sheet.loans.filter((loan) => matches(loan, q))}
            rowKey={({ loan_id }) => loan_id}
            empty={t(
              q === ''
                ? whose === 'mine'
                  ? 'collections.none_of_mine'
                  : 'collections.none'
                : 'search.nothing',
            )}
            columns={[
              { header: t('entry.member'), cell: (loan) => <Borrower loan={loan} /> },
              { header: t('reports.phone'), cell: ({ phone }) => <Phone phone={phone} /> },
              {
                header: t('reports.overdue'),
                isFigure: true,
                cell: ({ overdue_minor }) => <Money minor={overdue_minor} currency={currency} />,
              },
              {
                header: t('reports.due'),
                isFigure: true,
                cell: ({ due_minor }) => <Money minor={due_minor} currency={currency} />,
              },
              {
                header: t('settings.action'),
                cell: (loan) => (
                  <Group gap="xs">
                    <Button size="compact-sm" variant="light" onClick={() => choose(loan)}>
                      {t('collections.take_cash')}
                    </Button>
                    {since(loan).length > 0 && (
                      <Text size="sm" c="dimmed">
                        {t('collections.taken')} <Money minor={sumOf(since(loan))} currency={currency} />
                      </Text>
                    )}
                  </Group>
                ),
              },
            ]}
          />
          <LoadMore list={sheet} />
        </>
      )}
      {chosen && currency !== undefined && (
        <TakeCashDialog
          key={chosen.loan_id}
          loan={chosen}
          leftMinor={leftToCollect(chosen.total_minor, since(chosen))}
          currency={currency}
          queue={queue}
          onClose={() => choose(null)}
        />
      )}
    </Page>
  );
}

interface AsOfProps {
  sheet: Sheet;
  readAtMs: number;
  currency: string;
  /** The page opens without a network too. */
  isKept: boolean;
}

/** What there is to collect, and from when the list is. */
function AsOf({ sheet, readAtMs, currency, isKept }: AsOfProps): ReactNode {
  const { t } = useWords();
  const is_reachable = useReachable();
  const total_minor = sheet.loans.reduce((sum, each) => sum + BigInt(each.total_minor), 0n);
  return (
    <Text size="sm" c={is_reachable ? 'dimmed' : undefined} role="status" className="sentence">
      {t('reports.to_collect')} <Money minor={total_minor} currency={currency} /> · {t('collections.as_of')}{' '}
      <Moment at={new Date(readAtMs).toISOString()} />
      {!is_reachable && ` · ${t('collections.offline')}`}
      {isKept && ` · ${t('collections.is_kept')}`}
    </Text>
  );
}

/** Nothing while nothing was taken. */
function TakenHere({ queue }: { queue: Queue }): ReactNode {
  const { t } = useWords();
  const taken = queue.taken ?? [];
  const waiting = taken.filter(({ state }) => state === 'waiting');
  if (taken.length === 0) return null;
  return (
    <div>
      <TakenTable
        name={t('collections.taken_here')}
        taken={[...notBooked(taken), ...sentLatest(taken)]}
        queue={queue}
      />
      {waiting.length > 0 && (
        <Group gap="sm" mt="xs">
          <Text size="sm" role="status">
            {t('collections.waiting', { count: waiting.length })}{' '}
            <Money minor={sumOf(waiting)} currency={waiting[0]?.currency ?? ''} />
          </Text>
          <Button size="compact-sm" onClick={queue.send} loading={queue.is_sending}>
            {t('collections.send_now')}
          </Button>
        </Group>
      )}
    </div>
  );
}

const SENT_SHOWN = 5;

function sentLatest(taken: NonNullable<Queue['taken']>) {
  return taken
    .filter(({ state }) => state === 'sent')
    .slice(-SENT_SHOWN)
    .toReversed();
}
