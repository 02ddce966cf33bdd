/** Counts the notes and coins, and requests what is over or short of the books. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import type { Treasury } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { EntryOutcome } from '../../movement/entry-outcome.tsx';
import { MemoField } from '../../movement/memo-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useWords } from '../../words.ts';
import { minorOf, piecesOf } from '../tills/count.rules.ts';
import { NOTHING_COUNTED, PiecesFields } from '../tills/pieces-fields.tsx';

export interface CountCashDialogProps {
  treasury: Treasury;
  onClose: () => void;
}

export function CountCashDialog({ treasury, onClose }: CountCashDialogProps): ReactNode {
  const { t } = useWords();
  const { currency, denominations } = treasury;
  const submission = useSubmit('sacco.cashAdjustments.create');
  const form = useForm(submission, NOTHING_COUNTED, ({ pieces, memo }) => ({
    pieces: Object.values(pieces).some((typed) => piecesOf(typed) === null) && t('tills.whole_pieces'),
    memo: memo.trim() === '' && t('movement.say_why'),
  }));
  const expected_minor = expectedOf(treasury);
  const counted_minor = minorOf(form.values.pieces);
  const over_minor = counted_minor - expected_minor;
  const is_short = over_minor < 0n;
  const difference = formatMoney(is_short ? -over_minor : over_minor, currency);
  const { data: entry } = submission;
  const send = (): unknown =>
    submission.submit({
      direction: is_short ? 'out' : 'in',
      amount_minor: Number(is_short ? -over_minor : over_minor),
      memo: form.values.memo.trim(),
    });
  return (
    <SubmitDialog
      form={form}
      title={t('treasury.count_cash')}
      submitLabel={
        over_minor === 0n
          ? t('treasury.count_agrees')
          : t(is_short ? 'treasury.request_short' : 'treasury.request_over', { amount: difference })
      }
      disabled={over_minor === 0n}
      onSubmit={send}
      onClose={onClose}
      isMovement
      outcome={
        entry && (
          <EntryOutcome
            entry={entry}
            done={t(is_short ? 'movement.counted_out' : 'movement.counted_in', { amount: difference })}
            onClose={onClose}
          />
        )
      }
    >
      <Text size="sm">{t('treasury.count_means')}</Text>
      <PiecesFields denominations={denominations} form={form} />
      <div aria-live="polite">
        <Facts
          facts={[
            [t('tills.expected'), formatMoney(expected_minor, currency)],
            [t('tills.counted_cash'), formatMoney(counted_minor, currency)],
            [t(is_short ? 'treasury.short' : 'treasury.over'), difference],
          ]}
        />
      </div>
      <MemoField {...form.field('memo')} />
    </SubmitDialog>
  );
}

/** Where the cooperative has tills, those are counted by their sessions: this is the cash beside them. */
function expectedOf({ cash_on_hand_minor, cash_on_hand_parts }: Treasury): bigint {
  const vault = cash_on_hand_parts?.find(({ till }) => till === null);
  return BigInt(vault?.balance_minor ?? cash_on_hand_minor);
}
