/** The dialog that moves money between two accounts, or holds it: either books once, however often it is sent. */
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Hold, Transfer } from '../../generated/wire.ts';
import { AmountField, useTypedAmount } from '../../money/amount-field.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords, type TextId } from '../../words.ts';
import { AccountChoice } from './account-choice.tsx';
import { useAccountsByHand } from './accounts.ts';

const MOVES = {
  transfer: {
    path: '/api/v1/ledger/transfers',
    title: 'ledger.new_transfer',
    verb: 'ledger.transfer_amount',
    done: 'ledger.transferred',
  },
  hold: {
    path: '/api/v1/ledger/holds',
    title: 'ledger.new_hold',
    verb: 'ledger.hold_amount',
    done: 'ledger.held',
  },
} as const satisfies Record<string, { path: string; title: TextId; verb: TextId; done: TextId }>;

const EXPIRIES = [
  { timeout_secs: '', label: 'ledger.never' },
  { timeout_secs: '3600', label: 'ledger.one_hour' },
  { timeout_secs: '86400', label: 'ledger.one_day' },
  { timeout_secs: '604800', label: 'ledger.seven_days' },
  { timeout_secs: '2592000', label: 'ledger.thirty_days' },
  { timeout_secs: '7776000', label: 'ledger.ninety_days' },
] as const satisfies readonly { timeout_secs: string; label: TextId }[];

export interface MoveDialogProps {
  move: keyof typeof MOVES;
  /** Debited, unless another is chosen. */
  debit_account_id?: string;
  onClose: () => void;
}

export function MoveDialog({ move, debit_account_id = '', onClose }: MoveDialogProps): ReactNode {
  const facts = MOVES[move];
  const { t } = useWords();
  const accounts = useAccountsByHand();
  const submission = useSubmission<Transfer | Hold>();
  const [debit, setDebit] = useState(debit_account_id);
  const [credit, setCredit] = useState('');
  const amount = useTypedAmount();
  const amount_minor = amount.minor;
  const [memo, setMemo] = useState('');
  const [timeout_secs, setTimeoutSecs] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error, data } = submission;
  const currency = accounts.items.find(({ id }) => id === debit)?.currency ?? '';
  const missing = t('ledger.choose_account');

  const send = (): void => {
    setWasSent(true);
    if (amount_minor === null || debit === '' || credit === '') return;
    void submission.submit({
      path: facts.path,
      body: {
        debit_account_id: debit,
        credit_account_id: credit,
        amount_minor,
        ...(memo.trim() === '' ? {} : { memo: memo.trim() }),
        ...(timeout_secs === '' ? {} : { timeout_secs: Number(timeout_secs) }),
      },
    });
  };

  return (
    <SubmitDialog
      title={t(facts.title)}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={
        amount_minor === null || currency === ''
          ? t(facts.title)
          : t(facts.verb, { amount: formatMoney(amount_minor, currency) })
      }
      onSubmit={send}
      shown_fields={['debit_account_id', 'credit_account_id', 'amount_minor', 'memo']}
      outcome={
        data && (
          <Outcome onClose={onClose}>
            {t(facts.done, {
              amount: formatMoney(data.amount_minor, data.currency),
            })}
          </Outcome>
        )
      }
    >
      <AccountChoice
        label={t('ledger.debit_account')}
        accounts={accounts}
        value={debit}
        onChange={setDebit}
        shows_available
        disabled={is_busy}
        error={was_sent && debit === '' ? missing : fieldError(error, 'debit_account_id')}
      />
      <AccountChoice
        label={t('ledger.credit_account')}
        accounts={accounts}
        value={credit}
        onChange={setCredit}
        disabled={is_busy}
        error={was_sent && credit === '' ? missing : fieldError(error, 'credit_account_id')}
      />
      <AmountField
        label={t('amount.label')}
        currency={currency}
        value={amount.text}
        onChange={amount.setText}
        disabled={is_busy}
        error={(was_sent ? amount.fault : null) ?? fieldError(error, 'amount_minor')}
      />
      {move === 'hold' && (
        <Choice
          label={t('ledger.expires_after')}
          value={timeout_secs}
          onChange={setTimeoutSecs}
          disabled={is_busy}
          options={EXPIRIES.map((each) => ({ value: each.timeout_secs, label: t(each.label) }))}
        />
      )}
      <TextInput
        label={t('movement.memo_optional')}
        value={memo}
        onChange={(event) => setMemo(event.currentTarget.value)}
        disabled={is_busy}
        autoComplete="off"
        maxLength={500}
        error={fieldError(error, 'memo')}
      />
    </SubmitDialog>
  );
}
