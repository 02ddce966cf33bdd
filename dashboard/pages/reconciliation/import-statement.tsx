/** Importing a statement: the file, how it is written, what would be read of it, and the import itself. */
import { Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useUtcOffset } from '../../api/me.ts';
import { useCurrencies, useProviders } from '../../api/providers.ts';
import { useRead } from '../../api/reads.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Run, StatementPreset } from '../../generated/wire.ts';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { ColumnFields } from './column-fields.tsx';
import { firstRecords, likelyDelimiter, nameInHeader, valuesOf } from './csv.rules.ts';
import { DropZone } from './drop-zone.tsx';
import { FormatFields, KindFields } from './format-fields.tsx';
import {
  COLUMNS,
  EMPTY_FORM,
  filledByPreset,
  importRequest,
  missingIn,
  type ImportForm,
  type Missing,
} from './import-form.rules.ts';
import { Preview, RUNS_PATH, usePreview } from './preview.tsx';
import { useProviderName } from '../../ui/provider-name.ts';
import type { StatementFile } from './statement-file.ts';
import './import-statement.css';
import { formatUtcOffset } from '../../utc-offset.rules.ts';

/** Records that are read in the browser: for the header, and for the values of its kind column. */
const MOST_RECORDS = 500;
const MOST_KIND_VALUES = 12;

/** Those whose faults are shown beside the field. */
const SHOWN_FIELDS = [
  ...COLUMNS.map((name) => `columns.${name}`),
  'provider',
  'currency',
  'period_start',
  'period_end',
  'utc_offset',
  'kinds',
  'skip_rows',
  'date_format',
  'reference_after',
  'status_column',
  'ok_statuses',
];

export function ImportStatement(): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const providerName = useProviderName();
  const providers = useProviders() ?? [];
  const currencies = useCurrencies();
  const presets =
    useRead<{ presets: StatementPreset[] }>('/api/v1/reconciliation/presets').data?.presets ?? [];
  const utc_offset_minutes = useUtcOffset();
  const [typed, setTyped] = useState<Partial<ImportForm>>({});
  const [was_sent, setWasSent] = useState(false);
  const submission = useSubmission<Run>({ key: 'header' });
  const { state, is_busy } = submission;

  // What the cooperative says stands where nothing was typed.
  const form: ImportForm = {
    ...EMPTY_FORM,
    currency: currencies[0] ?? '',
    utc_offset: formatUtcOffset(utc_offset_minutes),
    ...typed,
  };
  const change = (part: Partial<ImportForm>): void => {
    // What was refused is another import now.
    if (submission.error) submission.restart();
    setTyped((before) => ({ ...before, ...part }));
  };
  const preview = usePreview(form);
  const missing = was_sent ? missingIn(form) : [];
  const error = submission.error ?? preview.error;
  const say = (name: Missing, sentence: string): string | undefined =>
    missing.includes(name) ? sentence : undefined;

  const records = useMemo(
    () => firstRecords(form.file?.csv ?? '', form.delimiter, Number(form.skip_rows) || 0, MOST_RECORDS),
    [form.file, form.delimiter, form.skip_rows],
  );
  const [header = [], ...rows] = records;
  const kind_at = header.indexOf(nameInHeader(form.columns.kind, header) ?? '');
  const kind_values = kind_at < 0 ? [] : valuesOf(rows, kind_at, MOST_KIND_VALUES);

  const takeFile = (file: StatementFile | null): void =>
    change({ file, ...(file && form.preset === '' ? { delimiter: likelyDelimiter(file.csv) } : {}) });

  const answer = submission.data;
  useEffect(() => {
    if (answer) navigate(`/reconciliation/${answer.id}`);
  }, [answer, navigate]);

  const send = (event: FormEvent): void => {
    event.preventDefault();
    setWasSent(true);
    if (is_busy || missingIn(form).length > 0) return;
    void submission.submit({ path: RUNS_PATH, body: { ...importRequest(form), csv: form.file?.csv ?? '' } });
  };

  const format = { form, onChange: change, header, kind_values, disabled: is_busy, error };
  return (
    <Page
      title={t('import_statement.title')}
      back={{ href: '/reconciliation', label: t('nav.reconciliation') }}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="lg">
          <DropZone
            file={form.file}
            onChange={takeFile}
            disabled={is_busy}
            error={say('file', t('import_statement.choose_file'))}
          />
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
            <Choice
              label={t('import_statement.provider')}
              value={form.provider}
              onChange={(provider) => change({ provider })}
              disabled={is_busy}
              error={say('provider', t('import_statement.choose_provider')) ?? fieldError(error, 'provider')}
              options={[
                { value: '', label: t('import_statement.choose_provider') },
                ...providers.map(({ name }) => ({ value: name, label: providerName(name) })),
              ]}
            />
            <CurrencyChoice
              currencies={currencies}
              value={form.currency}
              onChange={(currency) => change({ currency })}
              disabled={is_busy}
              error={fieldError(error, 'currency')}
            />
            <Choice
              label={t('import_statement.preset')}
              value={form.preset}
              onChange={(name) => change(filledByPreset(presets.find((preset) => preset.name === name)))}
              disabled={is_busy}
              options={[
                { value: '', label: t('import_statement.no_preset') },
                ...presets.map(({ name, title }) => ({ value: name, label: title })),
              ]}
            />
            <DateField
              label={t('days.from')}
              value={form.period_start}
              onChange={(period_start) => change({ period_start })}
              disabled={is_busy}
              error={
                say('period_start', t('import_statement.choose_date')) ?? fieldError(error, 'period_start')
              }
            />
            <DateField
              label={t('days.to')}
              value={form.period_end}
              onChange={(period_end) => change({ period_end })}
              disabled={is_busy}
              error={say('period_end', t('import_statement.choose_date')) ?? fieldError(error, 'period_end')}
            />
            <TextInput
              label={t('import_statement.utc_offset')}
              value={form.utc_offset}
              onChange={(event) => change({ utc_offset: event.currentTarget.value })}
              disabled={is_busy}
              autoComplete="off"
              error={fieldError(error, 'utc_offset')}
            />
          </SimpleGrid>
          <Fieldset legend={t('import_statement.columns')} className="panel">
            <ColumnFields
              header={header}
              columns={form.columns}
              onChange={(columns) => change({ columns })}
              disabled={is_busy}
              error={error}
              missing={say('amount', t('import_statement.choose_amount'))}
            />
          </Fieldset>
          <Fieldset legend={t('import_statement.kinds')} className="panel">
            <KindFields {...format} />
          </Fieldset>
          <details className="panel-details">
            <summary>{t('import_statement.how_written')}</summary>
            <FormatFields {...format} />
          </details>
          {preview.isLoading && <Loading />}
          {error && <ErrorAlert error={error} shown_fields={SHOWN_FIELDS} />}
          {preview.data && !preview.error && missingIn(form).length === 0 && <Preview run={preview.data} />}
          <Checking is_checking={state.step === 'checking'} />
          <Group justify="flex-end">
            <Button type="submit" disabled={is_busy}>
              {is_busy ? t('import_statement.importing') : t('import_statement.import')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}
