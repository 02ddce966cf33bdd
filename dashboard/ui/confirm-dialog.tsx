/** Asks before something that cannot be taken back; the button repeats the verb. */
import { Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import type { Submission } from '../api/submission.ts';
import { useWords } from '../words.ts';
import { SubmitDialog } from './submit-dialog.tsx';

export interface ConfirmDialogProps<T> {
  /** The question. */
  title: string;
  /** What it means. */
  children?: ReactNode;
  /** `Suspend` */
  verb: string;
  opened: boolean;
  onClose: () => void;
  submission: Submission<T>;
  onConfirm: () => void;
  is_danger?: boolean;
  /** It moves money, which the button says while it waits. */
  is_movement?: boolean;
  /** Once it is carried out. */
  onDone?: () => void;
}

/** Closes by itself once the answer is there. */
export function ConfirmDialog<T>(props: ConfirmDialogProps<T>): ReactNode {
  const { title, children, verb, opened, onClose, submission, onConfirm, is_danger = true } = props;
  const { is_movement = false, onDone } = props;
  const { t } = useWords();
  const is_done = submission.state.step === 'answered';
  useEffect(() => {
    if (opened && is_done) {
      submission.restart();
      onClose();
      onDone?.();
    }
  }, [opened, is_done, onClose, onDone, submission]);
  return (
    <SubmitDialog
      title={title}
      opened={opened}
      onClose={onClose}
      submission={submission}
      submit_label={verb}
      busy_label={t(is_movement ? 'submit.being_booked' : 'submit.working')}
      onSubmit={onConfirm}
      is_danger={is_danger}
    >
      {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
    </SubmitDialog>
  );
}
