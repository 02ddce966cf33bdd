/** The lines of a run, filtered by result and decided one by one. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import type { Line, Run } from '../../../generated/wire.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { useFilter } from '../../../forms/filters/filters.ts';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';
import { ACTION_NAMES } from './actions.ts';
import { countsOf } from '../counts.ts';
import { lineColumns } from '../line-columns.tsx';
import { ResolveLine } from './resolve-line.tsx';

/** Every result. */
const ALL = 'all';

export function Lines({ run }: { run: Run }): ReactNode {
  const words = useWords();
  const { t } = words;
  const heading = useId();
  const [chosen, setMatchStatus] = useFilter('match_status');
  // What is left to do, until something else is chosen.
  const counts = countsOf(run);
  const match_status = chosen || (run.actionable ? (counts[0]?.match_status ?? ALL) : ALL);
  const [line, setLine] = useState<Line | null>(null);
  const lines = useList('reconciliation.lines.list', {
    run: run.id,
    match_status: match_status === ALL ? undefined : match_status,
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
        {filter(ALL, t('reconciliation.all_lines', { count: run.lines ?? 0 }))}
        {counts.map((each) =>
          filter(each.match_status, `${words.status(each.match_status)} ${String(each.count)}`),
        )}
      </Group>
      <ListTable
        isMain
        name={t('reconciliation.lines')}
        list={lines}
        rowKey={({ id }) => id}
        columns={[
          ...lineColumns(words),
          {
            header: t('reconciliation.decision'),
            cell: (each) => <Decision line={each} run={run} onResolve={() => setLine(each)} />,
          },
        ]}
      />
      {line && <ResolveLine line={line} onClose={() => setLine(null)} />}
    </Stack>
  );
}

interface DecisionProps {
  line: Line;
  run: Run;
  onResolve: () => void;
}

/** The decision, by whom and why; or the button to decide. An interrupted decision can be repeated. */
function Decision({ line, run, onResolve }: DecisionProps): ReactNode {
  const { t, word } = useWords();
  const { resolution, state, match_status, kind } = line;
  // A match is done, unless it is of a payment that the statement may still complete.
  const is_done = match_status === 'matched' && (kind !== 'payment' || !run.actionable);
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
        !is_done &&
        (run.status === 'open' ? (
          <Button size="compact-sm" variant="default" onClick={onResolve}>
            {t('reconciliation.resolve')}
          </Button>
        ) : (
          t('reconciliation.left_open')
        ))}
    </div>
  );
}
