/** A document's number: its last digits, and all of it for 30 seconds after somebody revealed it, which is recorded. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { Document } from '../../../generated/wire.ts';
import { usePlace, useProjectId } from '../../../session/place.ts';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import { useWords } from '../../../words.ts';

const SHOWN_MS = 30_000;

export interface DocumentNumberProps {
  customerId: string;
  document: Document;
}

export function DocumentNumber({ customerId, document }: DocumentNumberProps): ReactNode {
  const { t, word } = useWords();
  const project = useProjectId();
  const { environment } = usePlace();
  // Kept only here: the answer is in no cache.
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
        <ConfirmDialog
          title={t('documents.reveal_question', { type: word('doc_type', document.doc_type) })}
          verb={t('documents.reveal')}
          operation="projects.customers.documents.revealNumber"
          input={{ project, customer: customerId, document: document.id, environment }}
          onClose={() => setIsAsking(false)}
          onDone={(answer) => setNumber(answer.number)}
          isDanger={false}
        >
          {t('documents.reveal_meaning', { seconds: SHOWN_MS / 1_000 })}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
