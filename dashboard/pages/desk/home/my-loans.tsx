/** The loans that the person looks after. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Home } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { FigureCard } from '../../../ui/figure-card.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useWords } from '../../../words.ts';

export function MyLoans({ home: { my_loans, currency } }: { home: Home }): ReactNode {
  const { t } = useWords();
  if (!my_loans) return null;
  const loans = (count: number): string => t('home.loans_counted', { count });
  return (
    <Section title={t('home.my_loans')}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <FigureCard label={t('home.applications')} href="/loans?status=applied">
          {my_loans.applications}
        </FigureCard>
        <FigureCard
          label={t('home.due_in_a_week')}
          href="/reports/collection-sheet"
          hint={loans(my_loans.due_loans)}
        >
          <Money minor={my_loans.due_minor} currency={currency} />
        </FigureCard>
        <FigureCard label={t('home.my_arrears')} href="/reports/arrears" hint={loans(my_loans.late_loans)}>
          <Money minor={my_loans.overdue_minor} currency={currency} />
        </FigureCard>
      </SimpleGrid>
    </Section>
  );
}
