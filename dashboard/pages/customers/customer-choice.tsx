/** One customer among all, found by what is typed. */
import type { ReactNode } from 'react';
import type { Customer } from '../../generated/wire.ts';
import { SearchChoice, type Chosen } from '../../ui/search-choice.tsx';

export interface CustomerChoiceProps {
  label: string;
  value: Chosen | null;
  onChange: (customer: Chosen | null) => void;
  error?: string | undefined;
  disabled?: boolean;
}

export function CustomerChoice(props: CustomerChoiceProps): ReactNode {
  return (
    <SearchChoice<Customer>
      path="/api/v1/customers"
      plural="customers"
      query={{ status: 'active' }}
      describe={({ id, full_name, phone }) => ({
        id,
        label: full_name,
        ...(phone === null ? {} : { hint: phone }),
      })}
      {...props}
    />
  );
}
