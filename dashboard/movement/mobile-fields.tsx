/** The provider that sends money to a member's phone. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProviders } from '../api/providers.ts';
import { Choice } from '../forms/fields/choice.tsx';
import type { Form } from '../forms/form.ts';
import type { ProviderConfig } from '../generated/wire.ts';
import { useWords } from '../words.ts';

export interface MobileValues {
  /** The name of the provider; '' until one is chosen. */
  provider: string;
}

/** Those that may pay out in that currency here. */
export function usePayoutProviders(currency: string): readonly ProviderConfig[] {
  const providers = useProviders() ?? [];
  return providers.filter(
    ({ payouts_enabled, currencies }) => payouts_enabled && currencies.some((each) => each === currency),
  );
}

export interface MobileFieldsProps {
  form: Form<MobileValues>;
  currency: string;
}

export function MobileFields({ form, currency }: MobileFieldsProps): ReactNode {
  const { t } = useWords();
  const providers = usePayoutProviders(currency);
  return (
    <>
      <Choice
        label={t('movement.provider')}
        options={[
          { value: '', label: t('movement.choose_provider') },
          ...providers.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        {...form.field('provider')}
      />
      <Text size="sm" c="dimmed">
        {t('movement.to_own_phone')}
      </Text>
    </>
  );
}
