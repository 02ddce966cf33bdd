/** The test environment's clock, which can be moved forward to see what falls due, never back. */
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useUtcOffset } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { MinuteField } from '../../forms/fields/date-field.tsx';
import { hasUnreadable } from '../../forms/unreadable.ts';
import type { TestClock as Clock } from '../../generated/wire.ts';
import { useProjectId } from '../../session/place.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

const DAY_MS = 86_400_000;
const JUMPS = [1, 7, 30] as const;

export function TestClock(): ReactNode {
  const { t } = useWords();
  const { data: clock, error } = useRead('projects.testClock.get', { project: useProjectId() });
  const utc_offset_minutes = useUtcOffset();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [was_sent, setWasSent] = useState(false);
  if (error) return <ErrorAlert error={error} />;
  if (!clock) return <Loading />;
  const ask = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setWasSent(true);
    if (!hasUnreadable(event.currentTarget) && text !== '') setAsked(instantOf(text, utc_offset_minutes));
  };
  return (
    <Stack maw={520}>
      <Text c="dimmed" size="sm">
        {t('settings.test_clock_hint')}
      </Text>
      <Paper withBorder p="lg" className="panel">
        <Stack>
          <Facts
            facts={[
              [t('settings.time_there'), <Moment key="now" at={clock.now} />],
              [t('settings.ahead'), t('settings.days', { count: daysOf(clock) })],
            ]}
          />
          <Group gap="xs">
            {JUMPS.map((days) => (
              <Button
                key={days}
                variant="default"
                onClick={() => setAsked(new Date(Date.parse(clock.now) + days * DAY_MS).toISOString())}
              >
                + {t('settings.days', { count: days })}
              </Button>
            ))}
          </Group>
          <form onSubmit={ask} noValidate>
            <Group align="flex-end">
              <MinuteField
                label={t('settings.move_to')}
                value={text}
                onChange={setText}
                error={was_sent && text === '' ? t('settings.enter_time') : undefined}
              />
              <Button type="submit">{t('settings.move')}</Button>
            </Group>
          </form>
        </Stack>
      </Paper>
      {asked !== null && <MoveDialog now={asked} onClose={() => setAsked(null)} />}
    </Stack>
  );
}

function MoveDialog({ now, onClose }: { now: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      title={t('settings.move_question')}
      verb={t('settings.move')}
      operation="projects.testClock.move"
      input={{ project: useProjectId(), now }}
      onClose={onClose}
      onDone={() => sayDone(t('settings.moved'))}
    >
      <Text fw={600}>
        <Moment at={now} />
      </Text>
      <Text size="sm">{t('settings.move_means')}</Text>
    </ConfirmDialog>
  );
}

/** The nearest whole days: a jump of one day falls short of it by the seconds that the request took. */
function daysOf({ offset_seconds }: Clock): number {
  return Math.round((offset_seconds * 1000) / DAY_MS);
}

/** @param local `YYYY-MM-DDTHH:MM`, in the cooperative's time */
function instantOf(local: string, utc_offset_minutes: number): string {
  return new Date(Date.parse(`${local}Z`) - utc_offset_minutes * 60_000).toISOString();
}
