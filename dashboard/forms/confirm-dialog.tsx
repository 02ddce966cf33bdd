/** Asks before something that cannot be undone; the button repeats the verb. Closes by itself once the answer is there. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnswerOf, InputOf } from '../api/operations.ts';
import { useSubmit, type SubmitOptions } from '../api/submit.ts';
import type { OperationId } from '../generated/operations.ts';
import { useForm } from './form.ts';
import { SubmitDialog, type SubmitDialogProps } from './submit-form.tsx';

export interface ConfirmDialogProps<Id extends OperationId>
  extends Pick<SubmitDialogProps, 'onClose' | 'isDanger' | 'isMovement'>, SubmitOptions<Id> {
  /** The question. */
  title: string;
  /** What it means. */
  children?: ReactNode;
  /** `Suspend` */
  verb: string;
  operation: Id;
  input: InputOf<Id>;
  /** Once it is carried out. */
  onDone?: (answer: AnswerOf<Id>) => void;
}

export function ConfirmDialog<Id extends OperationId>(props: ConfirmDialogProps<Id>): ReactNode {
  const { title, children, verb, operation, input, onClose, onDone, isDanger = true, isMovement } = props;
  const submission = useSubmit(operation, props);
  const form = useForm(submission, {});
  const confirm = async (): Promise<void> => {
    const answer = await submission.submit(input);
    if (!answer) return;
    onClose();
    onDone?.(answer.data);
  };
  return (
    <SubmitDialog
      form={form}
      title={title}
      submitLabel={verb}
      onSubmit={confirm}
      onClose={onClose}
      isDanger={isDanger}
      isMovement={isMovement}
    >
      {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
    </SubmitDialog>
  );
}
