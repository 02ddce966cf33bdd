/** The state of a customer's verification: status and tier. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Customer } from '../../../generated/wire.ts';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';

export function KycState({ customer }: { customer: Pick<Customer, 'kyc_status' | 'kyc_tier'> }): ReactNode {
  const { t } = useWords();
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <Status status={customer.kyc_status} />
      <Text span size="sm" className="short">
        {t('customers.tier', { tier: customer.kyc_tier })}
      </Text>
    </Group>
  );
}
