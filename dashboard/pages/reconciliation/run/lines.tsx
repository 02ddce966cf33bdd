/** The lines of a run beside what our books have, filtered by result, and decided one by one, also by keys alone. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useList, useRead } from '../../../api/reads.ts';
import { useFilter } from '../../../forms/filters/filters.ts';
import type { Line, Run } from '../../../generated/wire.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';
import { countsOf } from '../counts.ts';
import { AcceptSuggestion } from './accept-suggestion.tsx';
import { isLeft, suggestionOf } from './actions.ts';
import { Decision } from './decision.tsx';
import { ResolveLine } from './resolve-line.tsx';
import { Ours, Theirs } from './side-by-side.tsx';
import { useFocusAfter, useLineKeys } from './use-line-keys.ts';

/** Every result. */
const ALL = 'all';
/** What is left to do, whatever its result. */
const LEFT = 'left';

export function Lines({ run }: { run: Run }): ReactNode {
  const words = useWords();
  const { t } = words;
  const heading = useId();
  const region = useRef<HTMLDivElement>(null);
  const [chosen, setFilter] = useFilter('match_status');
  const left = (run.lines ?? 0) - (run.done ?? 0);
  // What is left to do, until something else is chosen.
  const shown = chosen || (run.status === 'open' && left > 0 ? LEFT : ALL);
  const lines = useList('reconciliation.lines.list', { run: run.id, ...filterOf(shown) });
  const [open, setOpen] = useState<{ line: Line; accepts: boolean } | null>(null);
  const [decided_ids, setDecidedIds] = useState<ReadonlySet<string>>(new Set());
  // Of a payout somebody chooses the account: the dialog opens with the choice.
  const has_payout = lines.items.some(({ kind }) => kind.startsWith('payout'));
  const chart = useRead('accounting.chart.get', has_payout ? {} : null);
  const can_open = !has_payout || chart.data !== undefined || chart.error !== null;
  const focusOn = useFocusAfter(region, open !== null);
  const canDecide = (line: Line): boolean => run.status === 'open' && isLeft(line);

  const decide = (line: Line | undefined, accepts: boolean): void => {
    if (line && canDecide(line) && (!accepts || line.suggested_action)) setOpen({ line, accepts });
  };
  const find = (line_id: string): Line | undefined => lines.items.find(({ id }) => id === line_id);
  useLineKeys(region, {
    onOpen: (line_id) => decide(find(line_id), false),
    onAccept: (line_id) => decide(find(line_id), true),
  });

  const decided = (line: Line): void => {
    const ids = new Set([...decided_ids, line.id]);
    const others = lines.items.filter((each) => canDecide(each) && !ids.has(each.id));
    focusOn((others.find(({ line_no }) => line_no > line.line_no) ?? others[0])?.id ?? null);
    setDecidedIds(ids);
    setOpen(null);
  };
  const suggestion = open?.accepts ? suggestionOf(open.line) : null;
  const dialog = open &&
    can_open && {
      line: open.line,
      onClose: () => setOpen(null),
      onDone: () => decided(open.line),
    };

  const filter = (value: string, text: string): ReactNode => (
    <Button
      key={value}
      size="xs"
      variant={value === shown ? 'filled' : 'default'}
      aria-pressed={value === shown}
      onClick={() => setFilter(value)}
    >
      {text}
    </Button>
  );
  return (
    <Stack ref={region} component="section" gap="sm" aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {t('reconciliation.lines')}
      </Title>
      <Group gap="xs" role="group" aria-label={t('reconciliation.result')}>
        {filter(LEFT, t('reconciliation.left', { count: left }))}
        {filter(ALL, t('reconciliation.all_lines', { count: run.lines ?? 0 }))}
        {countsOf(run).map(({ match_status, count }) =>
          filter(match_status, `${words.status(match_status)} ${String(count)}`),
        )}
      </Group>
      {run.status === 'open' && (
        <Text size="xs" c="dimmed" visibleFrom="sm" className="no-print">
          {t('reconciliation.keys')}
        </Text>
      )}
      <ListTable
        isMain
        rowsTakeFocus
        name={t('reconciliation.lines')}
        list={lines}
        rowKey={({ id }) => id}
        columns={[
          { header: t('reconciliation.line'), isFigure: true, cell: ({ line_no }) => line_no },
          { header: t('reconciliation.theirs'), isWide: true, cell: (line) => <Theirs line={line} /> },
          { header: t('reconciliation.ours'), isWide: true, cell: (line) => <Ours line={line} /> },
          {
            header: t('reconciliation.result'),
            cell: ({ match_status, match_note }) => (
              <div>
                <Status status={match_status} />
                <Text size="xs" c="dimmed">
                  {matchNote(words, match_status, match_note)}
                </Text>
              </div>
            ),
          },
          {
            header: t('reconciliation.decision'),
            cell: (line) => (
              <Decision
                line={line}
                run={run}
                onResolve={() => decide(line, false)}
                onAccept={() => decide(line, true)}
              />
            ),
          },
        ]}
      />
      {dialog && !suggestion && <ResolveLine {...dialog} />}
      {dialog && suggestion && <AcceptSuggestion {...dialog} suggestion={suggestion} />}
    </Stack>
  );
}

function filterOf(shown: string): { done?: boolean; match_status?: Line['match_status'] } {
  if (shown === LEFT) return { done: false };
  return shown === ALL ? {} : { match_status: shown };
}

/** Why, as the service says it in English; in another language what the result means, unless the service names other lines. */
function matchNote({ language, word }: ReturnType<typeof useWords>, status: string, note: string): string {
  return language === 'en' ? note : word('match_note', status, note);
}
