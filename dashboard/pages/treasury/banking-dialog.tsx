/** Money between a bank account and the tills, or what the providers hold. */
import { useState, type ReactNode } from 'react';
import { Choice } from '../../forms/fields/choice.tsx';
import { MovementDialog } from '../../movement/movement-dialog.tsx';
import { useWords } from '../../words.ts';

export interface BankingDialogProps {
  currency: string;
  onClose: () => void;
}

const DIRECTIONS = ['till_to_bank', 'bank_to_till', 'provider_to_bank', 'bank_to_provider'] as const;

export function BankingDialog({ currency, onClose }: BankingDialogProps): ReactNode {
  const { t } = useWords();
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>('till_to_bank');
  return (
    <MovementDialog movement="banking" input={{ direction }} currency={currency} onClose={onClose}>
      <Choice
        label={t('treasury.direction')}
        options={DIRECTIONS.map((value) => ({ value, label: t(`entry.${value}`) }))}
        value={direction}
        onChange={setDirection}
      />
    </MovementDialog>
  );
}
