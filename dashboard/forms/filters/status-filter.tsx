/** A filter of a list by status. */
import type { ReactNode } from 'react';
import { useWords } from '../../words.ts';
import { FilterChoice, type FilterChoiceProps } from './filter-choice.tsx';

export interface StatusFilterProps extends Omit<FilterChoiceProps, 'options'> {
  statuses: readonly string[];
  /** Where the usual words are not those of its things. */
  wordOf?: (status: string) => string;
}

export function StatusFilter({ statuses, wordOf, ...rest }: StatusFilterProps): ReactNode {
  const { status } = useWords();
  return (
    <FilterChoice
      {...rest}
      options={statuses.map((value) => ({ value, label: (wordOf ?? status)(value) }))}
    />
  );
}
