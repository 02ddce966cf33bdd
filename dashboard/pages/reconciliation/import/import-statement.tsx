/** Importing a statement: the file, how it is written, what would be read of it, and the import itself. */
import { Alert, Fieldset, SimpleGrid } from '@mantine/core';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useCurrencies, useProviders } from '../../../api/providers.ts';
import { useRead } from '../../../api/reads.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { DateField } from '../../../forms/fields/date-field.tsx';
import { ZoneField } from '../../../forms/fields/zone-field.tsx';
import { readOffset, writeOffset } from '../../../forms/fields/zones.rules.ts';
import { SubmitForm } from '../../../forms/submit-form.tsx';
import { CurrencyChoice } from '../../../money/currency-choice.tsx';
import { Loading } from '../../../ui/data-table.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { useProviderName } from '../../../ui/provider-name.ts';
import { useWords } from '../../../words.ts';
import { ColumnFields } from './column-fields.tsx';
import { firstRecords, nameInHeader, valuesOf } from './csv.rules.ts';
import { DropZone } from './drop-zone.tsx';
import { FormatFields, KindFields } from './format-fields.tsx';
import { filledByPreset, importRequest, missingIn } from './import-form.rules.ts';
import { Preview } from './preview.tsx';
import { recognise } from './recognise.rules.ts';
import { useImportForm } from './use-import-form.ts';
import './import-statement.css';

/** Records that are read in the browser: for the header, and for the values of its kind column. */
const MOST_RECORDS = 500;
const MOST_KIND_VALUES = 12;

export function ImportStatement(): ReactNode {
  const { t, word } = useWords();
  const [, navigate] = useLocation();
  const providerName = useProviderName();
  const read_providers = useProviders();
  const providers = read_providers ?? [];
  const currencies = useCurrencies();
  const read_presets = useRead('reconciliation.presets', {}).data?.presets;
  const presets = read_presets ?? [];
  const fields = useImportForm((values) => {
    const missing = missingIn(values);
    return {
      file: missing.includes('file') && t('import_statement.choose_file'),
      provider: missing.includes('provider') && t('import_statement.choose_provider'),
      period_start: missing.includes('period_start') && t('import_statement.choose_date'),
      period_end: missing.includes('period_end') && t('import_statement.choose_date'),
      columns: missing.includes('amount') && t('import_statement.choose_amount'),
    };
  });
  const { values, change, field, form, submission, preview, days } = fields;
  const { file, delimiter, skip_rows, columns } = values;
  // Where the file was chosen before these were read, once they are.
  useEffect(() => {
    if (file && values.preset === '') change(recognise(file.csv, presets, providers));
  }, [file, read_presets, read_providers]);
  const records = useMemo(
    () => firstRecords(file?.csv ?? '', delimiter, Number(skip_rows) || 0, MOST_RECORDS),
    [file, delimiter, skip_rows],
  );
  const [header = [], ...rows] = records;
  const kind_at = header.indexOf(nameInHeader(columns.kind, header) ?? '');
  const kind_values = kind_at < 0 ? [] : valuesOf(rows, kind_at, MOST_KIND_VALUES);
  const { period_start, period_end } = values;
  const outside = days.filter((day) => day < period_start || day > period_end).length;
  const send = async (): Promise<void> => {
    if (values.currency === '') return;
    const answer = await submission.submit({ ...importRequest(values), csv: file?.csv ?? '' });
    if (answer) navigate(`/reconciliation/${answer.data.id}`);
  };
  return (
    <Page
      title={t('import_statement.title')}
      back={{ href: '/reconciliation', label: t('nav.reconciliation') }}
    >
      <SubmitForm
        form={form}
        submitLabel={t('import_statement.import')}
        busyLabel={t('import_statement.importing')}
        onSubmit={send}
        error={fields.error}
        gap="lg"
      >
        <DropZone {...field('file')} />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          <Choice
            label={t('import_statement.provider')}
            options={[
              { value: '', label: t('import_statement.choose_provider') },
              ...providers.map(({ name }) => ({ value: name, label: providerName(name) })),
            ]}
            {...field('provider')}
          />
          <CurrencyChoice currencies={currencies} {...field('currency')} />
          <Choice
            label={t('import_statement.preset')}
            options={[
              { value: '', label: t('import_statement.no_preset') },
              ...presets.map(({ name, title }) => ({
                value: name,
                label: word('statement_preset', name, title),
              })),
            ]}
            {...field('preset')}
            onChange={(name) => change(filledByPreset(presets.find((preset) => preset.name === name)))}
          />
          <DateField label={t('days.from')} {...field('period_start')} />
          <DateField label={t('days.to')} {...field('period_end')} />
          <ZoneField
            {...field('utc_offset')}
            value={readOffset(values.utc_offset) ?? 0}
            onChange={(utc_offset_minutes) => change({ utc_offset: writeOffset(utc_offset_minutes) })}
          />
        </SimpleGrid>
        <Fieldset legend={t('import_statement.columns')} className="panel">
          <ColumnFields fields={fields} header={header} />
        </Fieldset>
        <Fieldset legend={t('import_statement.kinds')} className="panel">
          <KindFields fields={fields} kindValues={kind_values} />
        </Fieldset>
        <details className="panel-details">
          <summary>{t('import_statement.how_written')}</summary>
          <FormatFields fields={fields} header={header} />
        </details>
        {outside > 0 && (
          <Alert color="yellow" variant="light" role="status">
            {t('import_statement.outside', { count: outside })}
          </Alert>
        )}
        {preview.is_loading && <Loading />}
        {preview.data && !preview.error && missingIn(values).length === 0 && <Preview run={preview.data} />}
      </SubmitForm>
    </Page>
  );
}
