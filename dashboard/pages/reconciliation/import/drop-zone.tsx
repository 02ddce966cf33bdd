/** The zone where the file of a statement is dropped or chosen; the file field covers it, so that both reach the field. */
import { Text } from '@mantine/core';
import { useId, useState, type DragEvent, type ReactNode } from 'react';
import { useWords } from '../../../words.ts';
import { megabytes, readStatement, type FileFault, type StatementFile } from './statement-file.ts';

export interface DropZoneProps {
  /** `File` if not given. */
  label?: string;
  value: StatementFile | null;
  onChange: (file: StatementFile | null) => void;
  disabled: boolean;
  error?: string | undefined;
}

export function DropZone({ label, value: file, onChange, disabled, error }: DropZoneProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [fault, setFault] = useState<string>();
  const [is_over, setOver] = useState(false);
  const sentenceOf = (why: FileFault, size: number): string => {
    if (why === 'too_large') return t('import_statement.too_large', { size: megabytes(size) });
    return t(why === 'empty' ? 'import_statement.file_empty' : 'import_statement.not_text');
  };
  const take = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    const read = await readStatement(chosen);
    setFault(typeof read === 'string' ? sentenceOf(read, chosen.size) : undefined);
    onChange(typeof read === 'string' ? null : read);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void take(event.dataTransfer.files[0]);
  };
  const message = fault ?? error;
  return (
    <div>
      <div
        className={is_over ? 'drop-zone is-over' : 'drop-zone'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Text component="label" htmlFor={id} fw={600}>
          {label ?? t('import_statement.file')}
        </Text>
        <Text size="sm" c="dimmed" id={`${id}-hint`}>
          {file ? t('import_statement.file_chosen', { name: file.name }) : t('import_statement.drop_here')}
        </Text>
        <input
          id={id}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="drop-input"
          disabled={disabled}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={message !== undefined}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            // The same file can be chosen again after it was corrected.
            event.currentTarget.value = '';
          }}
        />
      </div>
      <Text size="xs" c="var(--mantine-color-error)" role="alert" id={`${id}-error`} mt={message ? 4 : 0}>
        {message ?? ''}
      </Text>
    </div>
  );
}
