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
  /** Its ending says what it is. */
  fileName: string;
  /** Says what the file is about, where several buttons have one label. */
  about?: string | undefined;
  size?: 'compact-sm';
  /** @returns the content. @throws UshirikaError where it is refused or does not come */
  read: () => Promise<string | Uint8Array<ArrayBuffer>>;
}

export function DownloadButton({ label, fileName, about, size, read }: DownloadButtonProps): ReactNode {
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
      <Button
        variant="default"
        disabled={is_busy}
        {...(size === undefined ? {} : { size })}
        {...(about === undefined ? {} : { 'aria-label': `${label}: ${about}` })}
        onClick={() => void download()}
      >
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

export interface PdfButtonProps<Id extends OperationId> extends CsvButtonProps<Id> {
  /** `PDF` where left out. */
  label?: string;
  about?: string;
  size?: 'compact-sm';
}

/** Downloads what an operation answers as PDF, in the language that is shown. */
export function PdfButton<Id extends OperationId>(props: PdfButtonProps<Id>): ReactNode {
  const { operation, input, fileName, label, about, size } = props;
  const { t, language } = useWords();
  return (
    <DownloadButton
      label={label ?? t('paper.pdf')}
      about={about}
      fileName={`${fileName}.pdf`}
      {...(size === undefined ? {} : { size })}
      read={async () => {
        const answer = await call(operation, { ...input, language }, { accept: 'application/pdf' });
        return answer.data as unknown as Uint8Array<ArrayBuffer>;
      }}
    />
  );
}

/** A report as CSV. @throws UshirikaError */
export function readCsv<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<Answer> {
  return call(id, input, { accept: 'text/csv' });
}

function hand(content: string | Uint8Array<ArrayBuffer>, file_name: string): void {
  const link = document.createElement('a');
  const type = file_name.endsWith('.pdf') ? 'application/pdf' : 'text/csv';
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = file_name;
  link.click();
  // After the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
