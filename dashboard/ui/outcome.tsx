/** The outcome of a request, in place of its form. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words.ts';

export interface OutcomeFrameProps {
  children: ReactNode;
  /** Besides `Done`: what can be done next. */
  actions?: ReactNode;
  onClose: () => void;
}

/** The outcome with the next actions. */
export function OutcomeFrame({ children, actions, onClose }: OutcomeFrameProps): ReactNode {
  const { t } = useWords();
  return (
    <Stack>
      {children}
      <Group justify="flex-end">
        {actions}
        <Button onClick={onClose} data-autofocus autoFocus>
          {t('dialog.done')}
        </Button>
      </Group>
    </Stack>
  );
}

export interface OutcomeProps extends OutcomeFrameProps {
  /** Below it. */
  details?: ReactNode;
  /** It is not over yet. */
  isWaiting?: boolean;
}

/** `Transferred 150.00 KES` */
export function Outcome({ children, details, isWaiting = false, ...frame }: OutcomeProps): ReactNode {
  return (
    <OutcomeFrame {...frame}>
      <Alert role="status" color={isWaiting ? 'yellow' : 'teal'} variant="light">
        <Text fw={600}>{children}</Text>
        {details && <Text size="sm">{details}</Text>}
      </Alert>
    </OutcomeFrame>
  );
}
