/**
 * Taking a borrower's cash. It is kept on this device first, under the key that was made when the dialog opened, and sent from
 * there: whatever happens to the page or the network, it is booked once.
 */
import { Alert, Group, Text } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { now } from '../../clock.ts';
import { AmountDialog, useAmountForm } from '../../forms/amount-dialog.tsx';
import { formatMinor, formatMoney } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { endTyped } from '../../session/keeping.ts';
import { NavigateButton } from '../../ui/navigate-button.tsx';
import { Outcome, OutcomeFrame } from '../../ui/outcome.tsx';
import { useWords } from '../../words.ts';
import type { SheetLoan } from './device.ts';
import { mayTake, MAX_KEPT, type Taken } from './queue.rules.ts';
import type { Queue } from './use-queue.ts';

export interface TakeCashDialogProps {
  loan: SheetLoan;
  /** What is due and late, less what was taken since. */
  leftMinor: bigint;
  currency: string;
  queue: Queue;
  onClose: () => void;
}

export function TakeCashDialog({
  loan,
  leftMinor,
  currency,
  queue,
  onClose,
}: TakeCashDialogProps): ReactNode {
  const { t } = useWords();
  const [id] = useState(() => crypto.randomUUID());
  const [is_keeping, setIsKeeping] = useState(false);
  const [has_failed, setHasFailed] = useState(false);
  const under_way = useRef(false);
  const sending = { is_busy: is_keeping, is_checking: false, error: null, holder: under_way };
  const form = useAmountForm(sending, () => ({ amount: leftMinor > 0n ? formatMinor(leftMinor) : '' }));
  const taken = queue.taken?.find((each) => each.id === id);
  const is_full = queue.taken !== null && !mayTake(queue.taken);

  const take = async (amount_minor: number): Promise<void> => {
    const { owner } = queue;
    if (!owner || is_full || under_way.current) return;
    under_way.current = true;
    setIsKeeping(true);
    setHasFailed(false);
    const { loan_id, member_no, full_name } = loan;
    const facts = { id, loan_id, member_no, full_name, amount_minor, currency };
    const unsent = {
      state: 'waiting',
      answered_at: null,
      entry_id: null,
      error: null,
      reason: null,
    } as const;
    try {
      await queue.keep({ ...owner, ...facts, ...unsent, taken_at: new Date(now()).toISOString() });
      endTyped(under_way);
    } catch {
      under_way.current = false;
      setHasFailed(true);
    } finally {
      setIsKeeping(false);
    }
  };

  return (
    <AmountDialog
      form={form}
      title={t('collections.take_cash')}
      verb="collections.take_amount"
      currency={currency}
      onSubmit={take}
      onClose={onClose}
      disabled={is_full}
      outcome={taken && <TakenOutcome taken={taken} isSending={queue.is_sending} onClose={onClose} />}
      more={
        <>
          {has_failed && <Refusal>{t('collections.not_kept')}</Refusal>}
          {is_full && <Refusal>{t('collections.full', { count: MAX_KEPT })}</Refusal>}
        </>
      }
    >
      <div>
        <Text fw={600}>{loan.full_name}</Text>
        <Text size="sm" c="dimmed">
          {loan.member_no}
        </Text>
      </div>
      <Group gap="md">
        <Text size="sm">
          {t('reports.due')} <Money minor={loan.due_minor} currency={currency} />
        </Text>
        <Text size="sm">
          {t('reports.overdue')} <Money minor={loan.overdue_minor} currency={currency} />
        </Text>
      </Group>
    </AmountDialog>
  );
}

function Refusal({ children }: { children: ReactNode }): ReactNode {
  return (
    <Alert role="alert" color="red" variant="light">
      {children}
    </Alert>
  );
}

interface TakenOutcomeProps {
  taken: Taken;
  isSending: boolean;
  onClose: () => void;
}

function TakenOutcome({ taken, isSending, onClose }: TakenOutcomeProps): ReactNode {
  const { t, reason } = useWords();
  const amount = formatMoney(taken.amount_minor, taken.currency);
  if (taken.state === 'refused')
    return (
      <OutcomeFrame onClose={onClose}>
        <Refusal>
          {t('movement.not_booked', { reason: reason(taken.error, taken.reason ?? '') })}
          <Text size="sm">{t('collections.refused_stays')}</Text>
        </Refusal>
      </OutcomeFrame>
    );
  if (taken.state === 'waiting')
    return (
      <Outcome isWaiting details={t('collections.sent_later')} onClose={onClose}>
        {isSending ? t('submit.being_booked') : t('collections.kept', { amount })}
      </Outcome>
    );
  const receipt = taken.entry_id !== null && (
    <NavigateButton href={`/entries/${taken.entry_id}/receipt`} variant="default">
      {t('receipt.print')}
    </NavigateButton>
  );
  return (
    <Outcome actions={receipt} onClose={onClose}>
      {t('movement.repaid', { amount })}
    </Outcome>
  );
}
