/** Opens an uploaded file with the session, which a link could not send. */
import { Button } from '@mantine/core';
import type { UshirikaError } from '@ushirika/sdk/transport';
import { useState, type ReactNode } from 'react';
import { readFile } from '../api/files.ts';
import { ErrorAlert } from './faults/error-alert.tsx';

export interface FileButtonProps {
  fileId: string;
  label: string;
}

export function FileButton({ fileId, label }: FileButtonProps): ReactNode {
  const [is_busy, setBusy] = useState(false);
  const [error, setError] = useState<UshirikaError | null>(null);
  const open = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      save(await readFile(fileId), fileId);
    } catch (thrown) {
      setError(thrown as UshirikaError);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="compact-sm" variant="default" disabled={is_busy} onClick={() => void open()}>
        {label}
      </Button>
      <ErrorAlert error={error} />
    </>
  );
}

const ENDINGS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = `${name}.${ENDINGS[content.type] ?? 'bin'}`;
  link.click();
  // After the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
