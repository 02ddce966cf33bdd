/** Cash that is paid out as an expense: what for, how much and why. */
import { useState, type ReactNode } from 'react';
import { TextField } from '../../forms/fields/text-field.tsx';
import { MovementDialog } from '../../movement/movement-dialog.tsx';
import { useWords } from '../../words.ts';

export interface ExpenseDialogProps {
  currency: string;
  onClose: () => void;
}

const MAX_CATEGORY_LENGTH = 60;

export function ExpenseDialog({ currency, onClose }: ExpenseDialogProps): ReactNode {
  const { t } = useWords();
  const [typed, setCategory] = useState('');
  const category = typed.trim();
  return (
    <MovementDialog
      movement="expense"
      input={category === '' ? null : { category }}
      currency={currency}
      onClose={onClose}
    >
      {({ wasSent }) => (
        <TextField
          label={t('treasury.category')}
          description={t('treasury.category_hint')}
          value={typed}
          onChange={setCategory}
          error={wasSent && category === '' && t('treasury.name_category')}
          maxLength={MAX_CATEGORY_LENGTH}
        />
      )}
    </MovementDialog>
  );
}
