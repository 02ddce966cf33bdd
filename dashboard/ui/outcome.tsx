/** What was done, in place of the form that asked for it. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words.ts';

export interface OutcomeProps {
  /** `Transferred 150.00 KES` */
  children: ReactNode;
  /** Below it: what follows from it. */
  details?: ReactNode;
  onClose: () => void;
}

export function Outcome({ children, details, onClose }: OutcomeProps): ReactNode {
  const { t } = useWords();
  return (
    <Stack>
      <Alert role="status" color="teal" variant="light">
        <Text fw={600}>{children}</Text>
        {details && <Text size="sm">{details}</Text>}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus autoFocus>
          {t('dialog.done')}
        </Button>
      </Group>
    </Stack>
  );
}
