/** Note, Approve, Reject and Cancel request, as far as the person's rights go. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import type { Approval, ApprovalDetails } from '../../generated/wire.ts';
import { ErrorAlert, fieldError } from '../../ui/faults/error-alert.tsx';
import { Checking } from '../../forms/submit-form.tsx';
import { useWords } from '../../words.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { useDecision, type Rights } from './decisions.ts';
import { useBlockingReason } from './effect-warnings.tsx';

/** What keys do. */
export interface DecisionFormHandle {
  /** Asks whether to approve. */
  approve: () => void;
  /** Rejects where there is a note; else asks for one. */
  reject: () => void;
}

export interface DecisionFormProps {
  approval: Approval;
  details: ApprovalDetails | undefined;
  rights: Rights;
  /** While the answer to a decision is out. */
  onDeciding: (is_deciding: boolean) => void;
  onDecided: () => void;
  ref: Ref<DecisionFormHandle>;
}

const MAX_NOTE_LENGTH = 500;

export function DecisionForm(props: DecisionFormProps): ReactNode {
  const { approval, details, rights, onDeciding, onDecided, ref } = props;
  const { is_own, may_decide, may_cancel } = rights;
  const { t } = useWords();
  const acceptance = useDecision('approvals.approve', () => {
    setAsks(false);
    onDecided();
  });
  const rejection = useDecision('approvals.reject', onDecided);
  const cancellation = useDecision('approvals.cancel', onDecided);
  const note_field = useRef<HTMLInputElement>(null);
  const blocked = useBlockingReason()(details?.effect, approval.currency);
  const [typed, setTyped] = useState<string | null>(null);
  // What cannot be carried out is rejected for that reason, unless somebody writes another.
  const note = typed ?? blocked ?? '';
  const [lacks_note, setLacksNote] = useState(false);
  const [asks, setAsks] = useState(false);
  const is_busy = rejection.is_busy || cancellation.is_busy;
  const is_deciding = is_busy || acceptance.is_busy;
  useEffect(() => onDeciding(is_deciding), [is_deciding]);
  const { id } = approval;
  const said = note.trim();

  const reject = (): void => {
    if (said === '') {
      setLacksNote(true);
      note_field.current?.focus();
    } else void rejection.submit({ approval: id, note: said });
  };
  useImperativeHandle(ref, () => ({
    approve: () => {
      if (may_decide && !is_busy && blocked === null) setAsks(true);
    },
    reject: () => {
      if (may_decide && !is_busy) reject();
    },
  }));

  const refused = rejection.error ?? cancellation.error;
  const error = refused?.reason === 'already_decided' ? null : refused;
  const is_checking = rejection.is_checking || cancellation.is_checking;
  if (!may_decide && !may_cancel && !is_own) return null;
  return (
    <Stack gap="xs">
      {is_own && (
        <Text size="sm" c="dimmed">
          {t('approvals.own')}
        </Text>
      )}
      <Group align="flex-end" gap="xs" className="decision">
        {may_decide && (
          <TextInput
            ref={note_field}
            className="decision-note"
            label={t('approvals.note')}
            value={note}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setLacksNote(false);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.closest('article')?.focus();
            }}
            maxLength={MAX_NOTE_LENGTH}
            autoComplete="off"
            disabled={is_busy}
            error={lacks_note ? t('movement.say_why') : fieldError(error, 'note')}
            inputWrapperOrder={['label', 'error', 'input']}
          />
        )}
        {may_decide && (
          <>
            <Button variant="default" onClick={reject} disabled={is_busy}>
              {rejection.is_busy ? t('submit.working') : t('approvals.reject')}
            </Button>
            <Button onClick={() => setAsks(true)} disabled={is_busy || blocked !== null}>
              {t('approvals.approve')}
            </Button>
          </>
        )}
        {may_cancel && (
          <Button
            variant="default"
            disabled={is_busy}
            onClick={() => void cancellation.submit({ approval: id })}
          >
            {cancellation.is_busy ? t('submit.working') : t('approvals.cancel_request')}
          </Button>
        )}
      </Group>
      {error && <ErrorAlert error={error} shownFields={['note']} />}
      <Checking isChecking={is_checking} />
      {asks && (
        <ApproveDialog
          approval={approval}
          details={details}
          note={said}
          submission={acceptance}
          onClose={() => {
            acceptance.restart();
            setAsks(false);
          }}
        />
      )}
    </Stack>
  );
}
