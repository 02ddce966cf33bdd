/** The decision about a customer's KYC: a tier is approved, or what was shown is rejected with a note. */
import { Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Customer, KycDecision } from '../../generated/wire.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export type KycChoice = { decision: 'approve'; tier: number } | { decision: 'reject' };

export interface DecideKycProps {
  customer: Customer;
  choice: KycChoice;
  onClose: () => void;
}

export function DecideKyc({ customer, choice, onClose }: DecideKycProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<KycDecision>({ key: 'none' });
  const [note, setNote] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { state, is_busy } = submission;
  const error = state.step === 'refused' ? state.error : null;
  const is_rejection = choice.decision === 'reject';
  const lacks_note = is_rejection && note.trim() === '';
  const name = customer.full_name;
  const tier = is_rejection ? customer.kyc_tier : choice.tier;
  const is_lower = tier < customer.kyc_tier;
  const approve = is_lower ? 'requirements.lower' : 'requirements.approve';
  const verb = is_rejection ? 'requirements.reject' : approve;
  const send = async (): Promise<void> => {
    setWasSent(true);
    if (lacks_note) return;
    const answer = await submission.submit({
      path: `/api/v1/customers/${customer.id}/kyc`,
      body: { ...choice, ...(note.trim() === '' ? {} : { note: note.trim() }) },
    });
    if (!answer) return;
    sayDone(t(is_rejection ? 'requirements.rejected' : 'requirements.approved', { name, tier }));
    onClose();
  };
  return (
    <SubmitDialog
      title={t(is_rejection ? 'requirements.reject_question' : 'requirements.approve_question', {
        name,
        tier,
      })}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t(verb, { tier })}
      busy_label={t('submit.working')}
      onSubmit={() => void send()}
      is_danger={is_rejection}
      shown_fields={['note']}
    >
      <Text size="sm">
        {is_rejection && t('requirements.reject_meaning')}
        {!is_rejection &&
          t(is_lower ? 'requirements.lower_meaning' : 'requirements.approve_meaning', {
            tier,
          })}
      </Text>
      <Textarea
        label={t(is_rejection ? 'customers.note' : 'customers.note_optional')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        disabled={is_busy}
        maxLength={500}
        data-autofocus
        error={was_sent && lacks_note ? t('movement.say_why') : fieldError(error, 'note')}
      />
    </SubmitDialog>
  );
}
