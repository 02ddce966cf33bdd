/** The choice of one of the accounts that are moved by hand. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { List } from '../../../api/reads.ts';
import type { Account } from '../../../generated/wire.ts';
import { formatMoney } from '../../../money/money.rules.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useWords } from '../../../words.ts';
import { useAccountName } from './accounts.ts';

export interface AccountChoiceProps {
  label: string;
  accounts: List<Account>;
  /** Its id; '' while none is chosen. */
  value: string;
  onChange: (id: string) => void;
  /** An account of another kind that is offered too. */
  other?: Account | undefined;
  /** Shows the available balance of the chosen account. */
  showsAvailable?: boolean;
  disabled?: boolean;
  error?: string | undefined;
}

export function AccountChoice(props: AccountChoiceProps): ReactNode {
  const { label, accounts, value, onChange, other, showsAvailable = false, disabled = false, error } = props;
  const { t } = useWords();
  const nameOf = useAccountName();
  const offered =
    accounts.items.some(({ id }) => id === other?.id) || !other ? accounts.items : [other, ...accounts.items];
  const chosen = offered.find(({ id }) => id === value);
  return (
    <div>
      <Choice
        label={label}
        value={value}
        onChange={onChange}
        disabled={disabled}
        error={error}
        description={
          showsAvailable && chosen
            ? t('ledger.available_amount', { amount: formatMoney(chosen.available_minor, chosen.currency) })
            : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        options={[
          { value: '', label: t('ledger.choose_account') },
          ...offered.map((account) => ({
            value: account.id,
            label: `${nameOf(account)} · ${account.currency}`,
          })),
        ]}
      />
      {accounts.has_more && (
        <Anchor component="button" type="button" size="sm" onClick={accounts.loadMore}>
          {t('ledger.more_accounts')}
        </Anchor>
      )}
    </div>
  );
}
