/** Cash that is paid out as an expense: what for, how much and why. */
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { MovementDialog } from '../../movement/movement-dialog.tsx';
import { useWords } from '../../words.ts';

export interface ExpenseDialogProps {
  currency: string;
  onClose: () => void;
}

const MAX_CATEGORY_LENGTH = 60;

export function ExpenseDialog({ currency, onClose }: ExpenseDialogProps): ReactNode {
  const { t } = useWords();
  const [category, setCategory] = useState('');
  const lacks_category = category.trim() === '';
  return (
    <MovementDialog
      movement="expense"
      path="/api/v1/sacco/expenses"
      currency={currency}
      opened
      onClose={onClose}
      body={{ category: category.trim() }}
      is_ready={!lacks_category}
    >
      {(was_sent) => (
        <TextInput
          label={t('treasury.category')}
          description={t('treasury.category_hint')}
          value={category}
          onChange={(event) => setCategory(event.currentTarget.value)}
          error={was_sent && lacks_category ? t('treasury.name_category') : null}
          maxLength={MAX_CATEGORY_LENGTH}
          autoComplete="off"
        />
      )}
    </MovementDialog>
  );
}
