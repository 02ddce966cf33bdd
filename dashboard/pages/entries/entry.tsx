/** One movement: what it was about, who requested it, its outcome, and its reversal. */
import { Button, Card } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useRead } from '../../api/reads.ts';
import type { Entry as EntryAnswer } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { MemoDialog } from '../../movement/memo-dialog.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { NavigateButton } from '../../ui/navigate-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { EntryFacts } from './entry-facts.tsx';
import { JournalLines } from './journal-lines.tsx';

export function Entry(): ReactNode {
  const { t, word } = useWords();
  const { id = '' } = useParams();
  const { data: entry, error } = useRead('sacco.entries.get', { entry: id });
  const back = entry?.member
    ? { href: `/members/${entry.member.id}`, label: entry.member.full_name }
    : { href: '/treasury', label: t('nav.treasury') };
  return (
    <Page
      title={entry ? word('kind', entry.kind) : t('movement_page.title')}
      back={back}
      beside={entry && <Status status={entry.status} ofEntry />}
      actions={entry && <EntryActions entry={entry} />}
    >
      {error && <ErrorAlert error={error} />}
      {!entry && !error && <Loading />}
      {entry && (
        <Card withBorder padding="md" className="panel">
          <EntryFacts entry={entry} />
        </Card>
      )}
      {entry?.lines && <JournalLines entry={entry} lines={entry.lines} />}
    </Page>
  );
}

function EntryActions({ entry }: { entry: EntryAnswer }): ReactNode {
  const { t } = useWords();
  const [is_opened, setOpened] = useState(false);
  const amount = formatMoney(entry.amount_minor, entry.currency);
  return (
    <>
      {entry.status === 'posted' && entry.member_id !== null && (
        <NavigateButton href={`/entries/${entry.id}/receipt`} variant="default">
          {t('receipt.title')}
        </NavigateButton>
      )}
      {entry.reversed_by_entry_id !== null && (
        <Link href={`/entries/${entry.reversed_by_entry_id}`}>{t('movement_page.see_reversal')}</Link>
      )}
      {(entry.reversible || is_opened) && (
        <Button color="red" variant="light" onClick={() => setOpened(true)}>
          {t('movement_page.reverse')}
        </Button>
      )}
      {is_opened && (
        <MemoDialog
          title={t('movement_page.reverse')}
          verb={t('movement_page.reverse_amount', { amount })}
          operation="sacco.entries.reverse"
          input={{ entry: entry.id }}
          done={t('movement_page.reversed', { amount })}
          onClose={() => setOpened(false)}
        >
          {t('movement_page.reverse_means')}
        </MemoDialog>
      )}
    </>
  );
}
