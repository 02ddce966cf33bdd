/** The form of an import with its dry run, whose faults are shown like those of the import itself. */
import { useEffect, useState } from 'react';
import { useUtcOffset } from '../../../api/me.ts';
import type { AnswerOf } from '../../../api/operations.ts';
import { useCurrencies } from '../../../api/providers.ts';
import { usePreview, type Preview } from '../../../api/preview.ts';
import { useSubmit, type Submission } from '../../../api/submit.ts';
import { useForm, type FieldProps, type Faults, type FormState } from '../../../forms/form.ts';
import { fieldError } from '../../../ui/faults/error-alert.tsx';
import { writeOffset } from '../../../forms/fields/zones.rules.ts';
import { daysIn } from './recognise.rules.ts';
import { EMPTY_FORM, importRequest, missingIn, type ImportForm } from './import-form.rules.ts';

type Operation = 'reconciliation.runs.import';

export interface ImportFields {
  values: ImportForm;
  change: (part: Partial<ImportForm>) => void;
  /** @param path of the request's field; its own name if not given */
  field: <Name extends keyof ImportForm>(name: Name, path?: string) => FieldProps<ImportForm[Name]>;
  /** Why the import or its dry run was refused. */
  error: Error | null;
}

export interface ImportState extends ImportFields {
  form: FormState;
  submission: Submission<Operation>;
  preview: Preview<AnswerOf<Operation>>;
  /** Of the records of the file. */
  days: readonly string[];
}

/** @param faultsOf what is missing, in words */
export function useImportForm(faultsOf: (values: ImportForm) => Faults<ImportForm>): ImportState {
  const currencies = useCurrencies();
  const utc_offset_minutes = useUtcOffset();
  const submission = useSubmit('reconciliation.runs.import');
  // The cooperative's own values, where nothing was typed.
  const known = (typed: Partial<ImportForm>): ImportForm => ({
    ...EMPTY_FORM,
    currency: currencies[0] ?? '',
    utc_offset: writeOffset(utc_offset_minutes),
    ...typed,
  });
  const [days, setDays] = useState<readonly string[]>([]);
  // The days of the file, where no others were chosen.
  const complete = (typed: Partial<ImportForm>): ImportForm => {
    const sorted = days.toSorted();
    return known({ period_start: sorted[0] ?? '', period_end: sorted.at(-1) ?? '', ...typed });
  };
  const form = useForm<Partial<ImportForm>>(submission, {}, (typed) => faultsOf(complete(typed)));
  const values = complete(form.values);
  const { file, delimiter, skip_rows } = values;
  const date_column = values.columns.date;
  useEffect(() => setDays(daysIn(values)), [file, delimiter, skip_rows, date_column]);
  const request = importRequest(values);
  const is_complete = missingIn(values).length === 0;
  const preview = usePreview(
    'reconciliation.runs.import',
    is_complete ? { ...request, csv: values.file?.csv ?? '' } : null,
    // The file stands for its text, which may be long.
    [is_complete, values.file?.key, request],
  );
  const change = (part: Partial<ImportForm>): void => {
    // A changed form is another import, which was not refused.
    if (submission.error) submission.restart();
    form.change(part);
  };
  return {
    values,
    change,
    field: (name, path = name) => {
      const { error, disabled } = form.field(name, path);
      return {
        value: values[name],
        onChange: (value) => change({ [name]: value }),
        error: error ?? fieldError(preview.error, path),
        disabled,
      };
    },
    error: submission.error ?? preview.error,
    form,
    submission,
    preview,
    days,
  };
}
