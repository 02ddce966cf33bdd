/** Shows a key or secret once: the service cannot show it again. */
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useWords } from '../../words.ts';

export interface SecretDialogProps {
  /** What it is: `Key`. */
  label: string;
  /** Null: closed. */
  secret: string | null;
  onClose: () => void;
}

export function SecretDialog({ label, secret, onClose }: SecretDialogProps): ReactNode {
  const { t } = useWords();
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t('settings.copy_now')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="lg"
    >
      <Stack>
        <Alert color="yellow" variant="light">
          <Text size="sm">{t('settings.shown_once')}</Text>
        </Alert>
        <TextInput
          label={label}
          value={secret ?? ''}
          readOnly
          classNames={{ input: 'secret-input' }}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <Group justify="flex-end">
          <CopyButton text={secret ?? ''} label={t('settings.copy')} />
          <Button onClick={onClose}>{t('dialog.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
