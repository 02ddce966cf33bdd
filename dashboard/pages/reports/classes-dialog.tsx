/** Changing how late loans are classed and how much of each class is provided for. */
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { ProvisioningTable } from '../../generated/wire.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { PercentField } from '../../ui/percent-field.tsx';
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

const EMPTY: ClassFields = { name: '', from_days: '', rate: '' };

export function ClassesDialog({
  classes,
  onClose,
}: {
  classes: readonly LoanClass[];
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<ProvisioningTable>({ key: 'none' });
  const [rows, setRows] = useState(() =>
    classes.map((each) => ({ key: crypto.randomUUID(), ...fieldsOf(each) })),
  );
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const read = readClasses(rows);
  const save = async (): Promise<void> => {
    setWasSent(true);
    if (!read) return;
    const answer = await submission.submit({
      method: 'PUT',
      path: '/api/v1/sacco/provisioning-table',
      body: { classes: read },
    });
    if (!answer) return;
    sayDone(t('reports.classes_saved'));
    onClose();
  };
  const change = (key: string, fields: Partial<ClassFields>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const faultOf = (at: number, name: string): string | undefined =>
    fieldError(error, `classes[${at}].${name}`);
  return (
    <SubmitDialog
      title={t('reports.change_classes')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('reports.save_classes')}
      busy_label={t('submit.working')}
      onSubmit={() => void save()}
      shown_fields={rows.flatMap((_row, at) =>
        ['name', 'from_days', 'rate_bps'].map((name) => `classes[${at}].${name}`),
      )}
      size="lg"
    >
      <Text size="sm" c="dimmed">
        {t('reports.classes_hint')}
      </Text>
      <Stack gap="md">
        {rows.map(({ key, name, from_days, rate }, at) => (
          <div key={key} role="group" aria-label={t('reports.class_no', { no: at + 1 })}>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
              <TextInput
                label={t('reports.class')}
                value={name}
                onChange={(event) => change(key, { name: event.currentTarget.value })}
                error={faultOf(at, 'name')}
                disabled={is_busy}
                autoComplete="off"
              />
              <TextInput
                label={t('reports.from_days')}
                value={from_days}
                onChange={(event) => change(key, { from_days: event.currentTarget.value })}
                error={faultOf(at, 'from_days')}
                disabled={is_busy}
                inputMode="numeric"
                autoComplete="off"
              />
              <PercentField
                label={t('reports.rate')}
                value={rate}
                onChange={(text) => change(key, { rate: text })}
                error={faultOf(at, 'rate_bps')}
                disabled={is_busy}
              />
            </SimpleGrid>
          </div>
        ))}
      </Stack>
      {was_sent && !read && (
        <Text size="sm" c="red" role="alert">
          {t('reports.classes_unreadable')}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          disabled={is_busy || rows.length >= MAX_CLASSES}
          onClick={() => setRows([...rows, { key: crypto.randomUUID(), ...EMPTY }])}
        >
          {t('reports.add_class')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={is_busy || rows.length <= MIN_CLASSES}
          onClick={() => setRows(rows.slice(0, -1))}
        >
          {t('reports.remove_class')}
        </Button>
      </Group>
    </SubmitDialog>
  );
}
