/** Where the money of a movement comes from or goes to; of a bank's also the account and the bank's reference. */
import { Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Faults, Form } from '../forms/form.ts';
import { useWords } from '../words.ts';
import { BankFields, type BankValues } from './bank-fields.tsx';
import type { Source, SourceField } from './movements.ts';

export interface SourceValues extends BankValues {
  source: Source;
}

export const NO_BANK: BankValues = { account: '', reference: '' };

export function useSourceFaults(): (values: SourceValues) => Faults<BankValues> {
  const { t } = useWords();
  return ({ source, account, reference }) => ({
    account: source === 'bank' && account === '' && t('movement.choose_bank'),
    reference: source === 'bank' && reference.trim() === '' && t('movement.enter_reference'),
  });
}

/** The fields of the request. @param field null where the source follows from the movement */
export function sourceInput(field: SourceField | null, { source, account, reference }: SourceValues): object {
  return {
    ...(field && { [field]: source }),
    ...(source === 'bank' && { account, reference: reference.trim() }),
  };
}

export interface SourceFieldsProps {
  form: Form<SourceValues>;
  sources: readonly Source[];
  field: SourceField | null;
  currency: string;
}

export function SourceFields({ form, sources, field, currency }: SourceFieldsProps): ReactNode {
  const { t } = useWords();
  const { source } = form.values;
  return (
    <>
      {sources.length > 1 && (
        <Radio.Group
          label={t(field === 'to' ? 'movement.to' : 'movement.from')}
          value={source}
          onChange={(chosen) => form.change({ source: chosen })}
        >
          <Group mt={4}>
            {sources.map((each) => (
              <Radio key={each} value={each} label={t(`movement.${each}`)} disabled={form.sending.is_busy} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {source === 'bank' && <BankFields form={form} currency={currency} />}
    </>
  );
}
