/**
 * A dialog with a form that is sent once: its button says what happens, nothing is shown as done before the answer, and
 * while the answer is out the dialog cannot be left by accident.
 */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Submission } from '../api/submission.ts';
import { useWords } from '../words.ts';
import { ErrorAlert } from './error-alert.tsx';
import { useReturnFocus } from './return-focus.ts';

export interface SubmitDialogProps<T> {
  title: string;
  opened: boolean;
  onClose: () => void;
  submission: Submission<T>;
  /** Repeats the verb and the amount: `Deposit 1,500.00 KES`. */
  submit_label: string;
  onSubmit: () => void;
  /** What the button says while the answer is out; `Being booked…` if not given. */
  busy_label?: string;
  is_danger?: boolean;
  disabled?: boolean;
  /** Fields that show their own faults. */
  shown_fields?: readonly string[];
  /** In place of the form once there is an answer; null: the form stays. */
  outcome?: ReactNode;
  size?: string;
  children: ReactNode;
}

export function SubmitDialog<T>(props: SubmitDialogProps<T>): ReactNode {
  const { title, opened, onClose, submission, submit_label, onSubmit, busy_label, outcome } = props;
  const { is_danger = false, disabled = false, shown_fields = [], size = 'md', children } = props;
  const { t } = useWords();
  const { state, is_busy, error } = submission;
  const close = (): void => {
    if (!is_busy) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('dialog.close'), disabled: is_busy }}
      // Two buttons of one name would do opposite things.
      withCloseButton={submit_label !== t('dialog.close')}
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <FocusReturner />
      {outcome ?? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!is_busy && !disabled) onSubmit();
          }}
        >
          <Stack>
            {children}
            <ErrorAlert error={error} shown_fields={shown_fields} />
            <Checking is_checking={state.step === 'checking'} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close} disabled={is_busy}>
                {t('dialog.cancel')}
              </Button>
              <Button type="submit" disabled={disabled || is_busy} color={is_danger ? 'red' : undefined}>
                {is_busy ? (busy_label ?? t('submit.being_booked')) : submit_label}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

/** Mounted while the dialog is open, whether or not the dialog itself is. */
function FocusReturner(): ReactNode {
  useReturnFocus();
  return null;
}

/** Says that the request got no answer and is sent again. */
export function Checking({ is_checking }: { is_checking: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <Text role="status" size="sm" fw={500} className="announcement">
      {is_checking ? t('submit.checking') : ''}
    </Text>
  );
}
