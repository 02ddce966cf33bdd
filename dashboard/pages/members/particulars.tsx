/** What is known of a member besides money: the contribution and tax, the employer, the photo and the signature. */
import { Card, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Member } from '../../generated/wire.ts';
import { Section } from '../../ui/page/section.tsx';
import { useWords } from '../../words.ts';
import { Employment } from './employment.tsx';
import { MemberPictures } from './pictures.tsx';
import { SavingsTerms } from './savings-terms.tsx';

export function Particulars({ member, currency }: { member: Member; currency: string }): ReactNode {
  const { t } = useWords();
  return (
    <Section title={t('members.particulars')}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <Card withBorder padding="md" className="panel">
          <SavingsTerms member={member} currency={currency} />
        </Card>
        <Card withBorder padding="md" className="panel">
          <Employment member={member} />
        </Card>
        <Card withBorder padding="md" className="panel">
          <MemberPictures member={member} />
        </Card>
      </SimpleGrid>
    </Section>
  );
}
