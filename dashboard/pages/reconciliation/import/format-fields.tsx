/** How the file is written: needed only where it is unusual, or where the preset is wrong. */
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice } from '../../../forms/fields/choice.tsx';
import { TextArea } from '../../../forms/fields/text-area.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { fieldError } from '../../../ui/faults/error-alert.tsx';
import { useWords, type TextId } from '../../../words.ts';
import { ColumnChoice } from './column-fields.tsx';
import { MAPPED_KINDS } from './import-form.rules.ts';
import type { ImportFields } from './use-import-form.ts';

const DELIMITERS: Record<string, TextId> = {
  ',': 'import_statement.comma',
  ';': 'import_statement.semicolon',
  '|': 'import_statement.bar',
  '\t': 'import_statement.tab',
};

export interface FormatFieldsProps {
  fields: ImportFields;
  header: readonly string[];
}

export function FormatFields({ fields: { field }, header }: FormatFieldsProps): ReactNode {
  const { t } = useWords();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      <TextField label={t('import_statement.skip_rows')} inputMode="numeric" {...field('skip_rows')} />
      <Choice
        label={t('import_statement.delimiter')}
        options={Object.entries(DELIMITERS).map(([value, label]) => ({ value, label: t(label) }))}
        {...field('delimiter')}
      />
      <Choice
        label={t('import_statement.decimal_separator')}
        options={[
          { value: '.', label: t('import_statement.point') },
          { value: ',', label: t('import_statement.comma') },
        ]}
        {...field('decimal_separator')}
      />
      <Choice
        label={t('import_statement.amount_unit')}
        options={[
          { value: 'major', label: t('import_statement.major') },
          { value: 'minor', label: t('import_statement.minor') },
        ]}
        {...field('amount_unit')}
      />
      <TextField label={t('import_statement.date_format')} {...field('date_format')} />
      <TextField label={t('import_statement.reference_after')} {...field('reference_after')} />
      <ColumnChoice label={t('import_statement.status_column')} header={header} {...field('status_column')} />
      <TextArea label={t('import_statement.ok_statuses')} {...field('ok_statuses')} />
    </SimpleGrid>
  );
}

export interface KindFieldsProps {
  fields: ImportFields;
  /** Values of the kind column, as the file has them. */
  kindValues: readonly string[];
}

/** What the lines are: by the values of their kind column, or all of one kind. */
export function KindFields({ fields, kindValues }: KindFieldsProps): ReactNode {
  const { t, word } = useWords();
  if (fields.values.columns.kind === '')
    return (
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <Choice
          label={t('import_statement.default_kind')}
          options={[...MAPPED_KINDS, 'other'].map((kind) => ({ value: kind, label: word('kind', kind) }))}
          {...fields.field('default_kind')}
        />
      </SimpleGrid>
    );
  const { value: kinds, onChange, disabled } = fields.field('kinds');
  return (
    <Stack gap="xs">
      {kindValues.length > 0 && (
        <p className="hint">{t('import_statement.kind_values', { values: kindValues.join(' · ') })}</p>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {MAPPED_KINDS.map((kind) => (
          <TextArea
            key={kind}
            label={word('kind', kind)}
            value={kinds[kind]}
            onChange={(values) => onChange({ ...kinds, [kind]: values })}
            disabled={disabled}
            error={kind === 'payment' ? fieldError(fields.error, 'kinds') : undefined}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
