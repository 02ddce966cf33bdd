/** Fills the demo project with a year of a cooperative's data. Shows nothing in other projects. */
import { Button, Progress, Stack, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { refreshAll, useRead } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { Checking } from '../../forms/submit-form.tsx';
import { usePlace, useProjectId } from '../../session/place.ts';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { useWords } from '../../words.ts';

const LOOK_EVERY_MS = 1_000;
/** The months of its year, and the last day. */
const STEPS = 13;

export function FillDemo(): ReactNode {
  const { t } = useWords();
  const project = useProjectId();
  const { environment } = usePlace();
  const submission = useSubmit('projects.demo.fill');
  const { data } = useRead('projects.demo.get', environment === 'test' ? { project } : null, {
    every_ms: (last) => last?.status === 'filling' && LOOK_EVERY_MS,
  });
  const is_filled = data?.status === 'filled';
  useEffect(() => {
    if (is_filled) void refreshAll();
  }, [is_filled]);
  if (!data || is_filled) return null;
  if (data.status === 'filling')
    return (
      <Stack align="center" gap="xs">
        <Text role="status">{t('demo.filling')}</Text>
        <Progress w={240} value={(100 * data.months) / STEPS} aria-label={t('demo.progress')} />
      </Stack>
    );
  return (
    <Stack align="center" gap="xs">
      <Text size="sm" c="dimmed">
        {t('demo.offer')}
      </Text>
      <ErrorAlert error={submission.error} />
      <Checking isChecking={submission.is_checking} />
      <Button
        variant="default"
        disabled={submission.is_busy}
        onClick={() => void submission.submit({ project })}
      >
        {t('demo.fill')}
      </Button>
    </Stack>
  );
}
