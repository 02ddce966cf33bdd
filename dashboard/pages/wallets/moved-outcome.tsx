/** The outcome of a transfer. */
import type { ReactNode } from 'react';
import type { Transfer } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { useWords, type TextId } from '../../words.ts';

export interface MovedOutcomeProps {
  transfer: Transfer;
  /** With `amount`: `Deposited 1,500.00 KES`. */
  done: TextId;
  onClose: () => void;
}

export function MovedOutcome({ transfer, done, onClose }: MovedOutcomeProps): ReactNode {
  const { t } = useWords();
  return (
    <Outcome onClose={onClose}>
      {t(done, { amount: formatMoney(transfer.amount_minor, transfer.currency) })}
    </Outcome>
  );
}
