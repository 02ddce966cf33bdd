/** Defines an account of the chart, or changes the code and name of one; one that was defined can be made inactive. */
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperative } from '../../../api/me.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { ChartAccount } from '../../../generated/wire.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export interface AccountDialogProps {
  /** Null: a new one. */
  account: ChartAccount | null;
  onClose: () => void;
}

const KINDS = [
  'bank',
  'general_asset',
  'general_liability',
  'general_equity',
  'general_income',
  'general_expense',
] as const;
type Kind = (typeof KINDS)[number];

const CODE = /^[0-9A-Z.-]{2,12}$/;

export function AccountDialog({ account, onClose }: AccountDialogProps): ReactNode {
  const { t, word } = useWords();
  const currency = useCooperative()?.currency;
  // A code is taken once, and a change has the same effect however often it is sent.
  const definition = useSubmit('accounting.accounts.create', { once: true });
  const change = useSubmit('accounting.accounts.update');
  const of_system = useSubmit('accounting.chart.update');
  const submission = account === null ? definition : account.id === null ? of_system : change;
  const form = useForm(
    submission,
    {
      code: account?.code ?? '',
      name: account?.name ?? '',
      kind: 'bank' as Kind,
      is_active: account?.active ?? true,
    },
    ({ code, name }) => ({
      code: !CODE.test(code.trim()) && t('accounting.code_hint'),
      name: name.trim() === '' && t('accounting.enter_name'),
    }),
  );
  const title = account
    ? t('accounting.change_account', { account: `${account.code} ${account.name}` })
    : t('accounting.new_account');
  const send = async (): Promise<void> => {
    const code = form.values.code.trim();
    const name = form.values.name.trim();
    const answer =
      account === null
        ? currency && (await definition.submit({ code, name, kind: form.values.kind, currency }))
        : account.id === null
          ? await of_system.submit({ current_code: account.code, code, name })
          : await change.submit({ chart_account: account.id, code, name, active: form.values.is_active });
    if (!answer) return;
    sayDone(t('accounting.account_saved', { account: `${code} ${name}` }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={title}
      submitLabel={account ? t('accounting.save') : t('accounting.define')}
      onSubmit={send}
      onClose={onClose}
    >
      {account === null && (
        <Choice
          label={t('accounting.kind')}
          options={KINDS.map((value) => ({ value, label: word('account_kind', value) }))}
          {...form.field('kind')}
        />
      )}
      <TextField
        label={t('accounting.code')}
        description={t('accounting.code_hint')}
        maxLength={12}
        isFirst
        {...form.field('code')}
      />
      <TextField label={t('accounting.name')} maxLength={60} {...form.field('name')} />
      {account !== null && account.id !== null && (
        <Checkbox
          label={t('accounting.active')}
          description={t('accounting.active_hint')}
          checked={form.values.is_active}
          disabled={submission.is_busy}
          onChange={(event) => form.change({ is_active: event.currentTarget.checked })}
        />
      )}
    </SubmitDialog>
  );
}
