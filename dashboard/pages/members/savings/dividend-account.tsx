/** Into which of their savings accounts a member has dividends paid, and the choice of another one. */
import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { Member, SavingsAccount } from '../../../generated/wire.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';
import { takeMoney } from './payable-accounts.ts';

/** Nothing where there is no choice, or it is not read yet. */
export function DividendAccount({ member }: { member: Member }): ReactNode {
  const { t } = useWords();
  const [is_opened, setOpened] = useState(false);
  const accounts = takeMoney(member.savings_accounts);
  const input = accounts.length > 1 ? { member: member.id } : null;
  const { data: chosen } = useRead('sacco.members.dividendAccount.get', input);
  const account = accounts.find(({ id }) => id === chosen?.savings_account_id);
  if (!account) return null;
  return (
    <Group gap="xs">
      <Text size="sm">{t('savings.dividends_into', { name: account.product_name })}</Text>
      <Button size="compact-sm" variant="subtle" onClick={() => setOpened(true)}>
        {t('savings.choose_dividend_account')}
      </Button>
      {is_opened && (
        <DividendAccountDialog accounts={accounts} account={account} onClose={() => setOpened(false)} />
      )}
    </Group>
  );
}

interface DialogProps {
  accounts: readonly SavingsAccount[];
  account: SavingsAccount;
  onClose: () => void;
}

function DividendAccountDialog({ accounts, account, onClose }: DialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.members.dividendAccount.put');
  const form = useForm(submission, { account: account.id }, () => ({}));
  const send = async (): Promise<void> => {
    const savings_account_id = form.values.account;
    const answer = await submission.submit({ member: account.member_id, savings_account_id });
    if (!answer) return;
    const chosen = accounts.find(({ id }) => id === savings_account_id);
    sayDone(t('savings.dividends_into', { name: chosen?.product_name }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('savings.choose_dividend_account')}
      submitLabel={t('savings.choose_dividend_account')}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">{t('savings.declared_stay')}</Text>
      <Choice
        label={t('savings.account')}
        options={accounts.map(({ id, product_name }) => ({ value: id, label: product_name }))}
        {...form.field('account', 'savings_account_id')}
      />
    </SubmitDialog>
  );
}
