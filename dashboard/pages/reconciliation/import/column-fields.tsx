/** Which column holds what: one choice for each, among the names in the header. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice } from '../../../forms/fields/choice.tsx';
import { fieldError } from '../../../ui/faults/error-alert.tsx';
import { useWords, type TextId } from '../../../words.ts';
import { nameInHeader } from './csv.rules.ts';
import { COLUMNS, type ColumnName } from './import-form.rules.ts';
import type { ImportFields } from './use-import-form.ts';

const LABELS: Record<ColumnName, TextId> = {
  amount: 'import_statement.amount_column',
  credit: 'import_statement.credit_column',
  debit: 'import_statement.debit_column',
  reference: 'import_statement.reference_column',
  provider_txn_id: 'import_statement.provider_id_column',
  date: 'import_statement.date_column',
  kind: 'import_statement.kind_column',
  description: 'import_statement.description_column',
};

export interface ColumnFieldsProps {
  fields: ImportFields;
  header: readonly string[];
}

export function ColumnFields({ fields, header }: ColumnFieldsProps): ReactNode {
  const { t } = useWords();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {COLUMNS.map((name) => {
        const { value, onChange, error, disabled } = fields.field('columns', `columns.${name}`);
        return (
          <ColumnChoice
            key={name}
            label={t(LABELS[name])}
            header={header}
            value={value[name]}
            onChange={(column) => onChange({ ...value, [name]: column })}
            disabled={disabled}
            // Only the amount is missing where nothing is chosen.
            error={name === 'amount' ? error : fieldError(fields.error, `columns.${name}`)}
          />
        );
      })}
    </SimpleGrid>
  );
}

export interface ColumnChoiceProps {
  label: string;
  header: readonly string[];
  value: string;
  onChange: (name: string) => void;
  disabled: boolean;
  error: string | undefined;
}

export function ColumnChoice({ header, value, ...rest }: ColumnChoiceProps): ReactNode {
  const { t } = useWords();
  const found = value === '' ? '' : nameInHeader(value, header);
  const names = [...new Set(header.filter((name) => name.trim() !== ''))];
  return (
    <Choice
      {...rest}
      value={found ?? value}
      options={[
        { value: '', label: t('import_statement.no_column') },
        ...names.map((name) => ({ value: name, label: name })),
        // The preset names a column that the file does not have, or there is no file yet.
        ...(found === undefined
          ? [
              {
                value,
                label: header.length === 0 ? value : t('import_statement.not_in_file', { name: value }),
              },
            ]
          : []),
      ]}
    />
  );
}
