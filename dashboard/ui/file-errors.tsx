/** What is wrong with the lines of a file. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words.ts';
import { LongTable } from './long-table.tsx';

export interface FileError {
  file?: string;
  line_no: number;
  column: string | null;
  message: string;
}

export interface FileErrorsProps {
  errors: readonly FileError[];
  /** With those that are not listed. */
  count: number;
}

export function FileErrors({ errors, count }: FileErrorsProps): ReactNode {
  const { t, word } = useWords();
  if (count === 0) return null;
  return (
    <Stack gap="xs">
      <Text role="status" c="var(--mantine-color-error)">
        {t('files.has_errors', { count })}
      </Text>
      <LongTable
        name={t('files.errors')}
        rows={errors}
        rowKey={({ file = '', line_no, column, message }) => `${file} ${line_no} ${column} ${message}`}
        columns={[
          ...(errors[0]?.file === undefined
            ? []
            : [
                {
                  header: t('files.file'),
                  cell: ({ file = '' }: FileError) => word('import_file', file),
                },
              ]),
          { header: t('files.line'), isFigure: true, cell: ({ line_no }) => line_no },
          { header: t('files.column'), cell: ({ column }) => column ?? '–' },
          { header: t('files.what'), cell: ({ message }) => message },
        ]}
      />
    </Stack>
  );
}
