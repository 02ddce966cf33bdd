/** Asks for the reversal of what was approved, where it can be reversed. A second person decides on that, too. */
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/reads.ts';
import type { Entry } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { MemoDialog } from '../../movement/memo-dialog.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';

export interface UndoProps {
  entryId: string;
  isVisible: boolean;
}

export function Undo({ entryId, isVisible }: UndoProps): ReactNode {
  const { t } = useWords();
  const { data: entry } = useRead('sacco.entries.get', { entry: entryId }, { enabled: isVisible });
  const [is_opened, setOpened] = useState(false);
  if (!entry) return null;
  return (
    <Group gap="sm">
      {entry.status !== 'posted' && <Status status={entry.status} ofEntry />}
      {entry.reversed_by_entry_id !== null && (
        <Link href={`/entries/${entry.reversed_by_entry_id}`}>{t('movement_page.see_reversal')}</Link>
      )}
      {(entry.reversible || is_opened) && (
        <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
          {t('approvals.undo')}
        </Button>
      )}
      {is_opened && <UndoDialog entry={entry} onClose={() => setOpened(false)} />}
    </Group>
  );
}

function UndoDialog({ entry, onClose }: { entry: Entry; onClose: () => void }): ReactNode {
  const { t, word, language } = useWords();
  const amount = formatMoney(entry.amount_minor, entry.currency);
  const kind = word('kind', entry.kind).toLocaleLowerCase(language);
  const name = entry.member?.full_name;
  return (
    <MemoDialog
      title={t('approvals.undo')}
      verb={t('movement_page.reverse_amount', { amount })}
      operation="sacco.entries.reverse"
      input={{ entry: entry.id }}
      done={t('movement_page.reversed', { amount })}
      onClose={onClose}
    >
      {name === undefined
        ? t('approvals.undo_asks', { kind, amount })
        : t('approvals.undo_asks_of', { kind, amount, name })}{' '}
      {t('movement_page.reverse_means')}
    </MemoDialog>
  );
}
