/** Shown in place of a part that failed: what happened, and a button to reload. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { NotLoaded } from '../../later.ts';
import { useWords } from '../../words.ts';
import { Page } from '../page/page.tsx';

export interface FaultProps {
  error: Error;
}

export interface FaultPageProps extends FaultProps {
  Frame?: ComponentType<{ title: string; children: ReactNode }>;
}

export function FaultPage({ error, Frame = Page }: FaultPageProps): ReactNode {
  const { t } = useWords();
  return (
    <Frame title={t(error instanceof NotLoaded ? 'fault.not_loaded' : 'fault.not_shown')}>
      <Fault error={error} />
    </Frame>
  );
}

export function Fault({ error }: FaultProps): ReactNode {
  const { t } = useWords();
  return (
    <Alert color="red" role="alert" variant="light">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {error instanceof NotLoaded
            ? t('fault.not_loaded_why')
            : t('fault.not_shown_why', { message: error.message })}
        </Text>
        <ReloadButton />
      </Stack>
    </Alert>
  );
}

function ReloadButton(): ReactNode {
  const { t } = useWords();
  return (
    <Button size="sm" variant="default" onClick={() => window.location.reload()}>
      {t('fault.reload')}
    </Button>
  );
}
