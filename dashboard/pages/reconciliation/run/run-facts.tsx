/** The facts of a run, its progress, and its sums by kind. */
import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Run } from '../../../generated/wire.ts';
import { readOffset, zoneName } from '../../../forms/fields/zones.rules.ts';
import { Money } from '../../../money/money.tsx';
import { Facts, type Fact } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';
import { Period } from '../period.tsx';

export function RunFacts({ run }: { run: Run }): ReactNode {
  const { t, word } = useWords();
  const totals = Object.entries(run.totals ?? {}).filter(([, minor]) => minor !== 0);
  return (
    <Paper withBorder p="md" className="panel">
      <Stack>
        <Facts
          facts={[
            [t('reconciliation.file'), run.source_name],
            [t('reconciliation.period'), <Period key="period" run={run} />],
            [t('zone.label'), zoneName(readOffset(run.utc_offset ?? '') ?? 0)],
            [t('reconciliation.to_decide'), run.actionable],
            ...totals.map(([total, minor]): Fact => [
              word('kind', total.replace(/_minor$/, '')),
              <Money key={total} minor={minor} currency={run.currency ?? ''} />,
            ]),
            [t('reconciliation.skipped_rows'), run.skipped_rows],
            [
              t('reconciliation.imported'),
              run.created_at === undefined ? undefined : (
                <span key="imported" className="sentence">
                  <Moment at={run.created_at} /> · {run.imported_by?.name}
                </span>
              ),
            ],
            [
              t('reconciliation.closed'),
              run.closed_at == null ? undefined : <Moment key="closed" at={run.closed_at} />,
            ],
          ]}
        />
        <ResolvedSoFar run={run} />
      </Stack>
    </Paper>
  );
}

/** How many of the lines are decided, or need no decision, as a bar and in words. */
export function ResolvedSoFar({ run: { done = 0, resolved = 0, lines = 0 } }: { run: Run }): ReactNode {
  const { t } = useWords();
  const text = t('reconciliation.resolved_of', { resolved: done, lines });
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">{text}</Text>
        <Text size="sm" c="dimmed">
          {t('reconciliation.done_by', { matched: done - resolved, resolved, left: lines - done })}
        </Text>
      </Group>
      <Progress value={lines === 0 ? 0 : (done / lines) * 100} aria-label={text} size="sm" />
    </div>
  );
}
