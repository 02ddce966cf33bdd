/** How the file is written: what a person needs only where it is unusual, or where the preset is wrong. */
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useWords, type TextId } from '../../words.ts';
import { ColumnChoice } from './column-fields.tsx';
import { MAPPED_KINDS, type ImportForm } from './import-form.rules.ts';

export interface FormatFieldsProps {
  form: ImportForm;
  onChange: (change: Partial<ImportForm>) => void;
  header: readonly string[];
  /** Values of the kind column, as the file has them. */
  kind_values: readonly string[];
  disabled: boolean;
  /** What the API said of the import. */
  error: Error | null;
}

const DELIMITERS: Record<string, TextId> = {
  ',': 'import_statement.comma',
  ';': 'import_statement.semicolon',
  '|': 'import_statement.bar',
  '\t': 'import_statement.tab',
};

export function FormatFields(props: FormatFieldsProps): ReactNode {
  const { form, onChange, header, disabled, error } = props;
  const { t } = useWords();
  const text = (name: 'skip_rows' | 'date_format' | 'reference_after', label: TextId): ReactNode => (
    <TextInput
      label={t(label)}
      value={form[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      disabled={disabled}
      autoComplete="off"
      {...(name === 'skip_rows' ? { inputMode: 'numeric' } : {})}
      error={fieldError(error, name)}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {text('skip_rows', 'import_statement.skip_rows')}
      <Choice
        label={t('import_statement.delimiter')}
        value={form.delimiter}
        onChange={(delimiter) => onChange({ delimiter })}
        disabled={disabled}
        options={Object.entries(DELIMITERS).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <Choice
        label={t('import_statement.decimal_separator')}
        value={form.decimal_separator}
        onChange={(decimal_separator) => onChange({ decimal_separator })}
        disabled={disabled}
        options={[
          { value: '.', label: t('import_statement.point') },
          { value: ',', label: t('import_statement.comma') },
        ]}
      />
      <Choice
        label={t('import_statement.amount_unit')}
        value={form.amount_unit}
        onChange={(amount_unit) => onChange({ amount_unit })}
        disabled={disabled}
        options={[
          { value: 'major', label: t('import_statement.major') },
          { value: 'minor', label: t('import_statement.minor') },
        ]}
      />
      {text('date_format', 'import_statement.date_format')}
      {text('reference_after', 'import_statement.reference_after')}
      <ColumnChoice
        label={t('import_statement.status_column')}
        header={header}
        value={form.status_column}
        onChange={(status_column) => onChange({ status_column })}
        disabled={disabled}
        error={fieldError(error, 'status_column')}
      />
      <TextArea
        label={t('import_statement.ok_statuses')}
        value={form.ok_statuses}
        onChange={(ok_statuses) => onChange({ ok_statuses })}
        disabled={disabled}
        error={fieldError(error, 'ok_statuses')}
      />
    </SimpleGrid>
  );
}

/** What the lines are: by the values of their kind column, or all of one kind. */
export function KindFields(props: FormatFieldsProps): ReactNode {
  const { form, onChange, kind_values, disabled, error } = props;
  const { t, word } = useWords();
  if (form.columns.kind === '')
    return (
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <Choice
          label={t('import_statement.default_kind')}
          value={form.default_kind}
          onChange={(default_kind) => onChange({ default_kind })}
          disabled={disabled}
          options={[...MAPPED_KINDS, 'other'].map((kind) => ({ value: kind, label: word('kind', kind) }))}
        />
      </SimpleGrid>
    );
  return (
    <Stack gap="xs">
      {kind_values.length > 0 && (
        <p className="hint">{t('import_statement.kind_values', { values: kind_values.join(' · ') })}</p>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {MAPPED_KINDS.map((kind) => (
          <TextArea
            key={kind}
            label={word('kind', kind)}
            value={form.kinds[kind]}
            onChange={(values) => onChange({ kinds: { ...form.kinds, [kind]: values } })}
            disabled={disabled}
            error={kind === 'payment' ? fieldError(error, 'kinds') : undefined}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
