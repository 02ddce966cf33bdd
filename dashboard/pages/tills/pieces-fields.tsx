/** How many notes and coins there are of each denomination. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextField } from '../../forms/fields/text-field.tsx';
import type { Form } from '../../forms/form.ts';
import { useWords } from '../../words.ts';
import { piecesOf } from './count.rules.ts';

export interface CountValues {
  /** As they are typed, by denomination. */
  pieces: Record<string, string>;
  memo: string;
}

export const NOTHING_COUNTED: CountValues = { pieces: {}, memo: '' };

export interface PiecesFieldsProps {
  denominations: readonly string[];
  form: Form<CountValues>;
}

export function PiecesFields({ denominations, form }: PiecesFieldsProps): ReactNode {
  const { t } = useWords();
  const { pieces } = form.values;
  return (
    <SimpleGrid cols={3} spacing="sm">
      {denominations.map((each, i) => {
        const typed = pieces[each] ?? '';
        return (
          <TextField
            key={each}
            label={`× ${each}`}
            inputMode="numeric"
            value={typed}
            onChange={(text) => form.change({ pieces: { ...pieces, [each]: text } })}
            error={
              (form.was_sent && piecesOf(typed) === null && t('tills.whole_pieces')) ||
              form.faultAt(`count.${each}`)
            }
            disabled={form.sending.is_busy}
            isFirst={i === 0}
          />
        );
      })}
    </SimpleGrid>
  );
}
