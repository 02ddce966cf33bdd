/** The dialog that moves money between two accounts, or holds it: either books once, however often it is sent. */
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../forms/amount-dialog.tsx';
import { Choice } from '../../forms/fields/choice.tsx';
import { given } from '../../forms/text.rules.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { MemoField } from '../../movement/memo-field.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { useWords, type TextId } from '../../words.ts';
import { AccountChoice } from './accounts/account-choice.tsx';
import { useAccountsByHand } from './accounts/accounts.ts';

const MOVES = {
  transfer: {
    operation: 'ledger.transfers.create',
    title: 'ledger.new_transfer',
    verb: 'ledger.transfer_amount',
    done: 'ledger.transferred',
  },
  hold: {
    operation: 'ledger.holds.create',
    title: 'ledger.new_hold',
    verb: 'ledger.hold_amount',
    done: 'ledger.held',
  },
} as const satisfies Record<string, { operation: string; title: TextId; verb: TextId; done: TextId }>;

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
  debitAccountId?: string | undefined;
  onClose: () => void;
}

export function MoveDialog({ move, debitAccountId = '', onClose }: MoveDialogProps): ReactNode {
  const facts = MOVES[move];
  const { t } = useWords();
  const accounts = useAccountsByHand();
  const submission = useSubmit(facts.operation);
  const form = useAmountForm(
    submission,
    { debit_account_id: debitAccountId, credit_account_id: '', amount: '', memo: '', timeout_secs: '' },
    ({ debit_account_id, credit_account_id }) => ({
      debit_account_id: debit_account_id === '' && t('ledger.choose_account'),
      credit_account_id: credit_account_id === '' && t('ledger.choose_account'),
    }),
  );
  const { debit_account_id, credit_account_id, memo, timeout_secs } = form.values;
  const { data } = submission;
  return (
    <AmountDialog
      form={form}
      title={t(facts.title)}
      verb={facts.verb}
      currency={accounts.items.find(({ id }) => id === debit_account_id)?.currency ?? ''}
      onSubmit={(amount_minor) =>
        submission.submit({
          debit_account_id,
          credit_account_id,
          amount_minor,
          memo: given(memo),
          ...(timeout_secs === '' ? {} : { timeout_secs: Number(timeout_secs) }),
        })
      }
      onClose={onClose}
      outcome={
        data && (
          <Outcome onClose={onClose}>
            {t(facts.done, { amount: formatMoney(data.amount_minor, data.currency) })}
          </Outcome>
        )
      }
      isLater
      more={
        <>
          {move === 'hold' && (
            <Choice<string>
              label={t('ledger.expires_after')}
              options={EXPIRIES.map((each) => ({ value: each.timeout_secs, label: t(each.label) }))}
              {...form.field('timeout_secs')}
            />
          )}
          <MemoField {...form.field('memo')} isOptional />
        </>
      }
    >
      <AccountChoice
        label={t('ledger.debit_account')}
        accounts={accounts}
        showsAvailable
        {...form.field('debit_account_id')}
      />
      <AccountChoice
        label={t('ledger.credit_account')}
        accounts={accounts}
        {...form.field('credit_account_id')}
      />
    </AmountDialog>
  );
}
