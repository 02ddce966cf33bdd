/** Changing how late loans are classed and how much of each class is provided for. */
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { PercentField } from '../../forms/fields/percent-field.tsx';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import {
  fieldsOf,
  MAX_CLASSES,
  MIN_CLASSES,
  readClasses,
  type ClassFields,
  type LoanClass,
} from './classes.rules.ts';

type Row = ClassFields & { key: string };

interface ClassesDialogProps {
  classes: readonly LoanClass[];
  onClose: () => void;
}

export function ClassesDialog({ classes, onClose }: ClassesDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.provisioningTable.put');
  const form = useForm(
    submission,
    () => ({ rows: classes.map((each): Row => ({ key: crypto.randomUUID(), ...fieldsOf(each) })) }),
    (values) => ({ rows: !readClasses(values.rows) && t('reports.classes_unreadable') }),
  );
  const { is_busy } = submission;
  const { rows } = form.values;
  const save = async (): Promise<void> => {
    if (!(await submission.submit({ classes: readClasses(rows) ?? [] }))) return;
    sayDone(t('reports.classes_saved'));
    onClose();
  };
  const field = (at: number, name: keyof ClassFields, path: string = name) => ({
    value: rows[at]?.[name] ?? '',
    onChange: (text: string) =>
      form.change({ rows: rows.map((row, each) => (each === at ? { ...row, [name]: text } : row)) }),
    error: form.faultAt(`classes[${at}].${path}`),
    disabled: is_busy,
  });
  return (
    <SubmitDialog
      form={form}
      title={t('reports.change_classes')}
      submitLabel={t('reports.save_classes')}
      onSubmit={save}
      onClose={onClose}
      size="lg"
    >
      <Text size="sm" c="dimmed">
        {t('reports.classes_hint')}
      </Text>
      <Stack gap="md">
        {rows.map(({ key }, at) => (
          <div key={key} role="group" aria-label={t('reports.class_no', { no: at + 1 })}>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
              <TextField label={t('reports.class')} {...field(at, 'name')} />
              <TextField label={t('reports.from_days')} inputMode="numeric" {...field(at, 'from_days')} />
              <PercentField label={t('reports.rate')} {...field(at, 'rate', 'rate_bps')} />
            </SimpleGrid>
          </div>
        ))}
      </Stack>
      {form.field('rows').error && (
        <Text size="sm" c="red" role="alert">
          {form.field('rows').error}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          disabled={is_busy || rows.length >= MAX_CLASSES}
          onClick={() =>
            form.change({
              rows: [...rows, { key: crypto.randomUUID(), name: '', from_days: '', rate: '' }],
            })
          }
        >
          {t('reports.add_class')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={is_busy || rows.length <= MIN_CLASSES}
          onClick={() => form.change({ rows: rows.slice(0, -1) })}
        >
          {t('reports.remove_class')}
        </Button>
      </Group>
    </SubmitDialog>
  );
}
