/** The lines of a run, filtered by result and decided one by one. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import type { Line, Run } from '../../../generated/wire.ts';
import { ListTable } from '../../../ui/data-table.tsx';
import { useFilter } from '../../../forms/filters/filters.ts';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';
import { ACTION_NAMES } from './actions.ts';
import { countsOf } from '../counts.ts';
import { lineColumns } from '../line-columns.tsx';
import { ResolveLine } from './resolve-line.tsx';

export function Lines({ run }: { run: Run }): ReactNode {
  const words = useWords();
  const { t } = words;
  const heading = useId();
  const [match_status, setMatchStatus] = useFilter('match_status');
  const [line, setLine] = useState<Line | null>(null);
  const lines = useList('reconciliation.lines.list', {
    run: run.id,
    match_status: match_status || undefined,
  });
  const filter = (value: string, text: string): ReactNode => (
    <Button
      key={value}
      size="xs"
      variant={value === match_status ? 'filled' : 'default'}
      aria-pressed={value === match_status}
      onClick={() => setMatchStatus(value)}
    >
      {text}
    </Button>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {t('reconciliation.lines')}
      </Title>
      <Group gap="xs" role="group" aria-label={t('reconciliation.result')}>
        {filter('', t('reconciliation.all_lines', { count: run.lines ?? 0 }))}
        {countsOf(run).map((each) =>
          filter(each.match_status, `${words.status(each.match_status)} ${String(each.count)}`),
        )}
      </Group>
      <ListTable
        name={t('reconciliation.lines')}
        list={lines}
        rowKey={({ id }) => id}
        columns={[
          ...lineColumns(words),
          {
            header: t('reconciliation.decision'),
            cell: (each) => (
              <Decision line={each} isOpen={run.status === 'open'} onResolve={() => setLine(each)} />
            ),
          },
        ]}
      />
      {line && <ResolveLine line={line} onClose={() => setLine(null)} />}
    </Stack>
  );
}

interface DecisionProps {
  line: Line;
  /** The run is open: lines of a closed one stay as they are. */
  isOpen: boolean;
  onResolve: () => void;
}

/** The decision, by whom and why; or the button to decide. An interrupted decision can be repeated. */
function Decision({ line: { resolution, state }, isOpen, onResolve }: DecisionProps): ReactNode {
  const { t, word } = useWords();
  const name = resolution && ACTION_NAMES[resolution.action];
  return (
    <div>
      {resolution && (
        <>
          <Text size="sm">
            {resolution.status === 'resolving'
              ? t('reconciliation.resolving')
              : name
                ? t(name)
                : word('kind', resolution.action)}
          </Text>
          {resolution.bank_account && (
            <Text size="xs">{`${resolution.bank_account.code} ${resolution.bank_account.name}`}</Text>
          )}
          {resolution.as === 'expense' && <Text size="xs">{t('reconciliation.as_expense')}</Text>}
          {resolution.status === 'awaiting_approval' && <Status status="awaiting_approval" />}
          <Text size="xs" c="dimmed">
            {resolution.by.name}
            {resolution.note !== null && ` · ${resolution.note}`}
          </Text>
        </>
      )}
      {state !== 'resolved' &&
        state !== 'awaiting_approval' &&
        (isOpen ? (
          <Button size="compact-sm" variant="default" onClick={onResolve}>
            {t('reconciliation.resolve')}
          </Button>
        ) : (
          t('reconciliation.left_open')
        ))}
    </div>
  );
}
