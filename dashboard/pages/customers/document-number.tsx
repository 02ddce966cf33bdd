/** A document's number: its end, and the whole for half a minute after somebody has asked for it, which is recorded. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Document } from '../../generated/wire.ts';
import { usePlace } from '../../session/place.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useWords } from '../../words.ts';

const SHOWN_MS = 30_000;

export interface DocumentNumberProps {
  customer_id: string;
  document: Document;
}

export function DocumentNumber({ customer_id, document }: DocumentNumberProps): ReactNode {
  const { t, word } = useWords();
  const { project_id, environment } = usePlace();
  // Kept here alone: what the API answered is in no cache.
  const [number, setNumber] = useState<string | null>(null);
  const [is_asking, setIsAsking] = useState(false);
  useEffect(() => {
    if (number === null) return undefined;
    const timer = setTimeout(() => setNumber(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [number]);
  return (
    <Stack gap={2} className="row-actions">
      <div aria-live="polite">
        {number === null ? (
          <span className="figures">•••• {document.number_last4}</span>
        ) : (
          <>
            <Text fw={600} className="figures">
              {number}
            </Text>
            <Text size="xs" c="dimmed">
              {t('documents.hidden_soon', { seconds: SHOWN_MS / 1_000 })}
            </Text>
          </>
        )}
      </div>
      {number === null ? (
        <Button size="compact-xs" variant="transparent" px={0} onClick={() => setIsAsking(true)}>
          {t('documents.reveal')}
        </Button>
      ) : (
        <Button size="compact-xs" variant="transparent" px={0} onClick={() => setNumber(null)}>
          {t('documents.hide')}
        </Button>
      )}
      {is_asking && (
        <RevealDialog
          title={t('documents.reveal_question', { type: word('doc_type', document.doc_type) })}
          path={`/api/projects/${project_id}/customers/${customer_id}/documents/${document.id}/number?environment=${environment}`}
          onClose={() => setIsAsking(false)}
          onRevealed={setNumber}
        />
      )}
    </Stack>
  );
}

interface RevealDialogProps {
  title: string;
  path: string;
  onClose: () => void;
  onRevealed: (number: string) => void;
}

function RevealDialog({ title, path, onClose, onRevealed }: RevealDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<{ number: string }>({ key: 'none' });
  const reveal = async (): Promise<void> => {
    const answer = await submission.submit({ method: 'GET', path });
    if (answer) onRevealed(answer.data.number);
  };
  return (
    <ConfirmDialog
      title={title}
      verb={t('documents.reveal')}
      opened
      onClose={onClose}
      submission={submission}
      onConfirm={() => void reveal()}
      is_danger={false}
    >
      {t('documents.reveal_meaning', { seconds: SHOWN_MS / 1_000 })}
    </ConfirmDialog>
  );
}
