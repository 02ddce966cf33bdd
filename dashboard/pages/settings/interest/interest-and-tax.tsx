/** Interest that is declared by itself, and the tax that is withheld from what members earn. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperative } from '../../../api/me.ts';
import { Loading } from '../../../ui/data-table.tsx';
import { useWords } from '../../../words.ts';
import { useEarningProducts } from '../../interest/earning-products.ts';
import { InterestPlan } from './interest-plan.tsx';
import { WithholdingRates } from './withholding-rates.tsx';

export function InterestAndTax(): ReactNode {
  const { t } = useWords();
  const settings = useCooperative();
  const products = useEarningProducts();
  if (settings === null) return <Text>{t('settings.cooperative_first')}</Text>;
  if (settings === undefined || products === undefined) return <Loading />;
  return (
    <Stack gap="lg">
      <InterestPlan settings={settings} products={products} />
      <WithholdingRates settings={settings} />
    </Stack>
  );
}
