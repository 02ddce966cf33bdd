/** Bringing a cooperative along: its files, a dry run with all that is wrong with them, and then the import itself. */
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import { useSubmit } from '../../api/submit.ts';
import { DateField } from '../../forms/fields/date-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { AmountField, useOptionalAmountReader } from '../../money/amount-field.tsx';
import { MemoField } from '../../movement/memo-field.tsx';
import { DownloadButton, readCsv } from '../../ui/download-button.tsx';
import { FileErrors } from '../../ui/file-errors.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords, type TextId } from '../../words.ts';
import { DropZone } from '../reconciliation/import/drop-zone.tsx';
import type { StatementFile } from '../reconciliation/import/statement-file.ts';
import '../reconciliation/import/import-statement.css';
import { ImportTotals } from './import-totals.tsx';

const FILES = ['members', 'loans', 'accounts', 'guarantors'] as const;
type FileName = (typeof FILES)[number];

const LABELS: Record<FileName, TextId> = {
  members: 'imports.members_file',
  loans: 'imports.loans_file',
  accounts: 'imports.accounts_file',
  guarantors: 'imports.guarantors_file',
};

/** In the names of the templates: every one of them can be downloaded. */
const NAMES: Record<FileName, TextId> = {
  members: 'imports.members',
  loans: 'imports.loans',
  accounts: 'imports.accounts',
  guarantors: 'loans.guarantors',
};

type Files = Record<FileName, StatementFile | null>;
const NO_FILES: Files = { members: null, loans: null, accounts: null, guarantors: null };

export function NewImport(): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const currency = useCooperative()?.currency ?? '';
  const readAmount = useOptionalAmountReader();
  const trial = useSubmit('sacco.imports.create');
  const submission = useSubmit('sacco.imports.create');
  const checked = trial.data;
  const is_good = checked?.status === 'checked';
  const initial = { ...NO_FILES, cut_over_date: '', cash: '', memo: '' };
  const form = useForm(is_good ? submission : trial, initial, ({ members, cut_over_date, cash, memo }) => ({
    members: members === null && t('imports.choose_members'),
    cut_over_date: cut_over_date === '' && t('import_statement.choose_date'),
    cash: readAmount(cash).error,
    memo: memo.trim() === '' && t('movement.say_why'),
  }));
  const { values } = form;
  // What was checked is no longer what would be sent.
  const change = (some: Partial<typeof initial>): void => {
    form.change(some);
    if (trial.is_answered) trial.restart();
  };
  const request = () => ({
    cut_over_date: values.cut_over_date,
    cash_on_hand_minor: readAmount(values.cash).minor ?? 0,
    members_csv: values.members?.csv ?? '',
    ...(values.loans ? { loans_csv: values.loans.csv } : {}),
    ...(values.accounts ? { accounts_csv: values.accounts.csv } : {}),
    ...(values.guarantors ? { guarantors_csv: values.guarantors.csv } : {}),
    memo: values.memo.trim(),
  });
  const send = async (): Promise<void> => {
    if (!is_good) {
      await trial.submit({ ...request(), dry_run: true });
      return;
    }
    const answer = await submission.submit(request());
    if (answer) navigate(`/imports/${answer.data.id}`);
  };
  return (
    <Page title={t('imports.new')} back={{ href: '/imports', label: t('imports.title') }}>
      <Text c="dimmed" size="sm">
        {t('imports.hint')}
      </Text>
      <Group gap="sm">
        {FILES.map((file) => (
          <DownloadButton
            key={file}
            label={t('imports.template', { file: t(NAMES[file]) })}
            fileName={`${file}.csv`}
            read={async () => (await readCsv('sacco.imports.template', { file })).text}
          />
        ))}
      </Group>
      <SubmitForm
        form={form}
        submitLabel={t(is_good ? 'imports.request' : 'imports.check')}
        busyLabel={t('imports.checking')}
        onSubmit={send}
        gap="lg"
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {FILES.map((file) => (
            <DropZone
              key={file}
              label={t(LABELS[file])}
              {...form.field(file, `${file}_csv`)}
              onChange={(chosen) => change({ [file]: chosen })}
            />
          ))}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DateField
            label={t('imports.cut_over_date')}
            {...form.field('cut_over_date')}
            onChange={(cut_over_date) => change({ cut_over_date })}
          />
          <AmountField
            label={t('imports.cash')}
            currency={currency}
            {...form.field('cash', 'cash_on_hand_minor')}
            onChange={(cash) => change({ cash })}
          />
        </SimpleGrid>
        <MemoField {...form.field('memo')} />
        {checked && (
          <Stack>
            {is_good && <Text role="status">{t('imports.is_good')}</Text>}
            <ImportTotals found={checked} />
            <FileErrors errors={checked.errors} count={checked.error_count} />
          </Stack>
        )}
      </SubmitForm>
    </Page>
  );
}
