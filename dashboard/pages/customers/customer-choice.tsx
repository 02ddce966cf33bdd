/** One customer among all, found by what is typed. */
import type { ReactNode } from 'react';
import { SearchChoice, type Chosen } from '../../forms/fields/search-choice.tsx';

export interface CustomerChoiceProps {
  label: string;
  value: Chosen | null;
  onChange: (customer: Chosen | null) => void;
  error?: string | undefined;
  disabled?: boolean;
}

export function CustomerChoice(props: CustomerChoiceProps): ReactNode {
  return (
    <SearchChoice
      list="customers.list"
      filter={{ status: 'active' }}
      describe={({ id, full_name, phone }) => ({ id, label: full_name, hint: phone ?? undefined })}
      {...props}
    />
  );
}
