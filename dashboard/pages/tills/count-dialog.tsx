/** Counts the notes and coins of a till: to close its session, or by surprise. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { given } from '../../forms/text.rules.ts';
import type { TillSession } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { MemoField } from '../../movement/memo-field.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { useWords } from '../../words.ts';
import { countOf, minorOf, piecesOf } from './count.rules.ts';
import { NOTHING_COUNTED, PiecesFields } from './pieces-fields.tsx';

export interface CountDialogProps {
  session: Pick<TillSession, 'id' | 'till' | 'currency' | 'denominations'>;
  /** A surprise count closes nothing. */
  purpose: 'close' | 'surprise';
  onClose: () => void;
}

export function CountDialog({ session, purpose, onClose }: CountDialogProps): ReactNode {
  const { t } = useWords();
  const { id: till_session, till, currency, denominations } = session;
  const closing = useSubmit('sacco.tills.closeSession');
  const counting = useSubmit('sacco.tills.count');
  const is_closing = purpose === 'close';
  const form = useForm(is_closing ? closing : counting, NOTHING_COUNTED, ({ pieces }) => ({
    pieces: Object.values(pieces).some((typed) => piecesOf(typed) === null) && t('tills.whole_pieces'),
  }));
  const { pieces, memo } = form.values;
  const total = formatMoney(minorOf(pieces), currency);
  const submit = (): unknown => {
    const input = { till, till_session, count: countOf(pieces), memo: given(memo) };
    return is_closing ? closing.submit(input) : counting.submit(input);
  };
  const outcome = is_closing
    ? closing.data && <Closed session={closing.data} onClose={onClose} />
    : counting.data && (
        <Outcome onClose={onClose}>
          {t('tills.counted', { difference: formatMoney(counting.data.difference_minor, currency) })}
        </Outcome>
      );
  return (
    <SubmitDialog
      form={form}
      title={t(is_closing ? 'tills.count_and_close' : 'tills.surprise')}
      submitLabel={t(is_closing ? 'tills.close_with' : 'tills.record_count', { amount: total })}
      onSubmit={submit}
      onClose={onClose}
      isMovement={is_closing}
      outcome={outcome}
    >
      <Text size="sm">{t(is_closing ? 'tills.close_means' : 'tills.surprise_means')}</Text>
      <PiecesFields denominations={denominations} form={form} />
      <Text fw={600} aria-live="polite">
        {t('tills.total', { amount: total })}
      </Text>
      <MemoField {...form.field('memo')} isOptional />
    </SubmitDialog>
  );
}

function Closed({ session, onClose }: { session: TillSession; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const { status, difference_minor, currency } = session;
  return (
    <Outcome isWaiting={status !== 'closed'} onClose={onClose}>
      {t(status === 'closed' ? 'tills.is_closed' : 'tills.waits_closing', {
        difference: formatMoney(difference_minor ?? 0, currency),
      })}
    </Outcome>
  );
}
