/**
 * A form that is sent once: its button says what happens, and nothing is shown as done before the answer. `SubmitDialog` is the
 * same in a dialog, which cannot be left by accident while the answer is out.
 */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ErrorAlert } from '../ui/faults/error-alert.tsx';
import { FaultSummary } from './fault-summary.tsx';
import { useReturnFocus } from './return-focus.ts';
import { hasUnreadable } from './unreadable.ts';
import { useWords } from '../words.ts';
import type { FormState } from './form.ts';

export interface SubmitFormProps {
  form: FormState;
  /** Repeats the verb and the amount: `Deposit 1,500.00 KES`. */
  submitLabel: string;
  /** Called once nothing is at fault. */
  onSubmit: () => unknown;
  /** The button's text while the answer is out; `One moment…` if not given. */
  busyLabel?: string;
  /** It moves money: the button's text is `Being booked…` while the answer is out. */
  isMovement?: boolean;
  isDanger?: boolean;
  disabled?: boolean;
  /** Its button has the focus at first, in a dialog that only asks: Enter sends it. */
  submitsAtOnce?: boolean;
  /** Replaces the request's error; null where that is shown elsewhere. */
  error?: Error | null;
  /** The button is as wide as the form. */
  isWide?: boolean;
  /** Before the button. */
  beside?: ReactNode;
  gap?: 'lg';
  children: ReactNode;
}

export function SubmitForm(props: SubmitFormProps): ReactNode {
  const { form, submitLabel, onSubmit, isMovement = false, isDanger = false, disabled = false } = props;
  const { isWide = false, submitsAtOnce = false, beside, gap, children } = props;
  const { is_busy, is_checking } = form.sending;
  const { t } = useWords();
  const { busyLabel = t(isMovement ? 'submit.being_booked' : 'submit.working') } = props;
  const { error = form.sending.error } = props;
  const [refusals, setRefusals] = useState(0);
  const button = (
    <Button
      type="submit"
      disabled={disabled || is_busy}
      color={isDanger ? 'red' : undefined}
      data-autofocus={submitsAtOnce || undefined}
    >
      {is_busy ? busyLabel : submitLabel}
    </Button>
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (is_busy || disabled) return;
        const is_unreadable = hasUnreadable(event.currentTarget);
        if (form.attempt() && !is_unreadable) onSubmit();
        else setRefusals(refusals + 1);
      }}
    >
      <Stack gap={gap}>
        <FaultSummary refusals={refusals} isRefused={error !== null} />
        {children}
        <ErrorAlert error={error} shownFields={form.shown} />
        <Checking isChecking={is_checking} />
        {isWide ? (
          button
        ) : (
          <Group justify="flex-end">
            {beside}
            {button}
          </Group>
        )}
      </Stack>
    </form>
  );
}

export interface SubmitDialogProps extends Omit<SubmitFormProps, 'isWide' | 'beside'> {
  title: string;
  onClose: () => void;
  /** Replaces the form once there is an answer; null or false: the form stays. */
  outcome?: ReactNode;
  size?: string;
}

/** For a dialog that is mounted while it is open. */
export function SubmitDialog(props: SubmitDialogProps): ReactNode {
  const { title, onClose, outcome, size = 'md', ...form } = props;
  const { t } = useWords();
  const { is_busy } = form.form.sending;
  useReturnFocus();
  const close = (): void => {
    if (!is_busy) onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('dialog.close'), disabled: is_busy }}
      // Two buttons with one name would do opposite things.
      withCloseButton={form.submitLabel !== t('dialog.close')}
      closeOnClickOutside={false}
      returnFocus={false}
    >
      {outcome || (
        <SubmitForm
          {...form}
          beside={
            <Button variant="default" onClick={close} disabled={is_busy}>
              {t('dialog.cancel')}
            </Button>
          }
        />
      )}
    </Modal>
  );
}

/** Says that the request got no answer and is sent again. */
export function Checking({ isChecking }: { isChecking: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <Text role="status" size="sm" fw={500} className="announcement">
      {isChecking ? t('submit.checking') : ''}
    </Text>
  );
}
