/** The cooperative in pictures: what is at risk, who owes, how savings grow, what is collected, and how money comes in. */
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperative } from '../../../api/me.ts';
import { useRead } from '../../../api/reads.ts';
import { Loaded } from '../../../ui/faults/loaded.tsx';
import { AtRisk } from '../../portfolio/at-risk.tsx';
import { CashByDay, Collections, SavingsGrowth } from './trend-pictures.tsx';
import { LoansBy } from './loans-by.tsx';
import { PaymentsByProvider } from './payments-by-provider.tsx';

export function PicturesTab(): ReactNode {
  const currency = useCooperative()?.currency ?? '';
  const trends = useRead('sacco.reports.trends', {});
  return (
    <Stack gap="xl">
      <AtRisk currency={currency} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <LoansBy grouping="class" currency={currency} />
        <LoansBy grouping="product" currency={currency} />
      </SimpleGrid>
      <Loaded reading={trends}>
        {(read) => (
          <Stack gap="xl">
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
              <SavingsGrowth trends={read} />
              <Collections trends={read} />
            </SimpleGrid>
            <PaymentsByProvider trends={read} />
            <CashByDay trends={read} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
