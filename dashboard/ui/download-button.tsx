/** A button that downloads a file with the session, which a link could not send. */
import { Button } from '@mantine/core';
import type { Answer, UshirikaError } from '@ushirika/sdk/transport';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.ts';
import type { InputOf } from '../api/operations.ts';
import type { OperationId } from '../generated/operations.ts';
import { useWords } from '../words.ts';
import { ErrorAlert } from './faults/error-alert.tsx';

export interface DownloadButtonProps {
  label: string;
  fileName: string;
  /** @returns the content. @throws UshirikaError where it is refused or does not come */
  read: () => Promise<string>;
}

export function DownloadButton({ label, fileName, read }: DownloadButtonProps): ReactNode {
  const [is_busy, setBusy] = useState(false);
  const [error, setError] = useState<UshirikaError | null>(null);
  const download = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      hand(await read(), fileName);
    } catch (thrown) {
      setError(thrown as UshirikaError);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="default" disabled={is_busy} onClick={() => void download()}>
        {label}
      </Button>
      <ErrorAlert error={error} />
    </>
  );
}

export interface CsvButtonProps<Id extends OperationId> {
  operation: Id;
  input: InputOf<Id>;
  /** Without its ending. */
  fileName: string;
}

/** Downloads a report as CSV. */
export function CsvButton<Id extends OperationId>(props: CsvButtonProps<Id>): ReactNode {
  const { operation, input, fileName } = props;
  const { t } = useWords();
  return (
    <DownloadButton
      label={t('statement.download')}
      fileName={`${fileName}.csv`}
      read={async () => (await readCsv(operation, input)).text}
    />
  );
}

/** A report as CSV. @throws UshirikaError */
export function readCsv<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<Answer> {
  return call(id, input, { accept: 'text/csv' });
}

function hand(csv: string, file_name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = file_name;
  link.click();
  // After the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
