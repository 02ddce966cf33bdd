/** A filter of a list: one of a few values, or all of them. */
import type { ReactNode } from 'react';
import { useWords } from '../../words.ts';
import { Choice, type ChoiceProps } from '../fields/choice.tsx';

export interface FilterChoiceProps extends ChoiceProps<string> {
  /** The label of no filter: `All` if not given. */
  all?: string;
}

/** The value is '' while nothing is filtered. */
export function FilterChoice({ options, all, ...rest }: FilterChoiceProps): ReactNode {
  const { t } = useWords();
  return <Choice {...rest} options={[{ value: '', label: all ?? t('list.all') }, ...options]} />;
}
