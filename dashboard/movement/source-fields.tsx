/**
 * Where the money of a movement comes from or goes to; of a bank's also the account and the bank's reference, and to a phone the
 * provider that sends it.
 */
import { Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Faults, Form } from '../forms/form.ts';
import { useWords } from '../words.ts';
import { BankFields, type BankValues } from './bank-fields.tsx';
import { MobileFields, usePayoutProviders, type MobileValues } from './mobile-fields.tsx';
import type { Source, SourceField } from './movements.ts';

export interface SourceValues extends BankValues, MobileValues {
  source: Source;
}

export const NOT_CHOSEN: BankValues & MobileValues = { account: '', reference: '', provider: '' };

export function useSourceFaults(): (values: SourceValues) => Faults<BankValues & MobileValues> {
  const { t } = useWords();
  return ({ source, account, reference, provider }) => ({
    provider: source === 'mobile' && provider === '' && t('movement.choose_provider'),
    account: source === 'bank' && account === '' && t('movement.choose_bank'),
    reference: source === 'bank' && reference.trim() === '' && t('movement.enter_reference'),
  });
}

/** The fields of the request. @param field null where the source follows from the movement */
export function sourceInput(field: SourceField | null, values: SourceValues): object {
  const { source, account, reference, provider } = values;
  return {
    ...(field && { [field]: source }),
    ...(source === 'bank' && { account, reference: reference.trim() }),
    ...(source === 'mobile' && { provider }),
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
  const is_sent_from_here = usePayoutProviders(currency).length > 0;
  const offered = sources.filter((each) => each !== 'mobile' || is_sent_from_here);
  return (
    <>
      {offered.length > 1 && (
        <Radio.Group
          label={t(field === 'to' ? 'movement.to' : 'movement.from')}
          value={source}
          onChange={(chosen) => form.change({ source: chosen })}
        >
          <Group mt={4}>
            {offered.map((each) => (
              <Radio key={each} value={each} label={t(`movement.${each}`)} disabled={form.sending.is_busy} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {source === 'bank' && <BankFields form={form} currency={currency} />}
      {source === 'mobile' && <MobileFields form={form} currency={currency} />}
    </>
  );
}
