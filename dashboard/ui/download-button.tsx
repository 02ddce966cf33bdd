/** A button that hands a file to the browser, read with the session that a link could not send. */
import { Button } from '@mantine/core';
import type { Answer, UshirikaError } from '@ushirika/sdk/transport';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.ts';
import { useWords } from '../words.ts';
import { ErrorAlert } from './error-alert.tsx';

export interface DownloadButtonProps {
  label: string;
  file_name: string;
  /** @returns the content. @throws UshirikaError where it is refused or does not come */
  read: () => Promise<string>;
}

export function DownloadButton({ label, file_name, read }: DownloadButtonProps): ReactNode {
  const [is_busy, setBusy] = useState(false);
  const [error, setError] = useState<UshirikaError | null>(null);
  const download = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      hand(await read(), file_name);
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

export interface CsvButtonProps {
  path: string;
  query: Readonly<Record<string, unknown>>;
  /** Without its ending. */
  file_name: string;
}

/** Takes a report along as CSV. */
export function CsvButton({ path, query, file_name }: CsvButtonProps): ReactNode {
  const { t } = useWords();
  return (
    <DownloadButton
      label={t('statement.download')}
      file_name={`${file_name}.csv`}
      read={async () => (await readCsv(path, query)).text}
    />
  );
}

/** A report as CSV. @throws UshirikaError */
export function readCsv(path: string, query: Readonly<Record<string, unknown>>): Promise<Answer> {
  return call('GET', path, { query, headers: { accept: 'text/csv' } });
}

function hand(csv: string, file_name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = file_name;
  link.click();
  // Once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
