/** A member leaves: savings and shares are paid out, in cash, to the phone or by the bank, once a second person approves. */
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { Member } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { EntryOutcome } from '../../../movement/entry-outcome.tsx';
import { MemoField } from '../../../movement/memo-field.tsx';
import type { Source } from '../../../movement/movements.ts';
import { NOT_CHOSEN, SourceFields, sourceInput, useSourceFaults } from '../../../movement/source-fields.tsx';
import { useWords } from '../../../words.ts';

const SOURCES: readonly Source[] = ['cash', 'mobile', 'bank'];

export interface ExitDialogProps {
  member: Member;
  currency: string;
  onClose: () => void;
}

export function ExitDialog({ member, currency, onClose }: ExitDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.members.exit');
  const sourceFaults = useSourceFaults();
  const initial = { memo: '', source: 'cash' as Source, ...NOT_CHOSEN };
  const form = useForm(submission, initial, (values) => ({
    memo: values.memo.trim() === '' && t('movement.say_why'),
    ...sourceFaults(values),
  }));
  // The holdings when the dialog opened: the page behind it is read again.
  const [held_minor] = useState(() => BigInt(member.savings_total_minor) + BigInt(member.shares_minor));
  const { data: entry } = submission;
  const send = () =>
    submission.submit({
      member: member.id,
      memo: form.values.memo.trim(),
      ...sourceInput('to', form.values),
    });
  return (
    <SubmitDialog
      form={form}
      title={t('members.exit')}
      submitLabel={t('members.exit')}
      onSubmit={send}
      onClose={onClose}
      isDanger
      isMovement
      outcome={entry && <EntryOutcome entry={entry} done={t('members.exited')} onClose={onClose} />}
    >
      <Text size="sm">
        {t('members.exit_means', { name: member.full_name })} <Money minor={held_minor} currency={currency} />
      </Text>
      <SourceFields form={form} sources={SOURCES} field="to" currency={currency} />
      <MemoField {...form.field('memo')} />
    </SubmitDialog>
  );
}
