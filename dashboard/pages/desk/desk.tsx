/** Where a teller begins: finding a member, what needs attention, and what the teller has booked today. */
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useCooperative, useIsManager } from '../../api/me.ts';
import { showMeanwhile } from '../../api/reads.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { FindBox } from '../../forms/fields/find-box.tsx';
import { focusSearch } from '../../shell/shortcuts.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { lazyPart, withLater } from '../../later.ts';
import { useWords } from '../../words.ts';
import { CooperativeCards, MerchantCards } from './desk-cards.tsx';
import { MyEntries } from './my-entries.tsx';

const FillDemo = lazyPart(async () => ({
  default: (await withLater(import('../demo/fill-demo.tsx'))).FillDemo,
}));

export function Desk(): ReactNode {
  const { t } = useWords();
  const cooperative = useCooperative();
  return (
    <Page title={t('nav.desk')}>
      {cooperative && <FindMember currency={cooperative.currency} />}
      {cooperative === null && <NoCooperative />}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {cooperative && <CooperativeCards />}
        <MerchantCards />
      </SimpleGrid>
      {cooperative && <MyEntries currency={cooperative.currency} />}
    </Page>
  );
}

function FindMember({ currency }: { currency: string }): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const is_next = params.get('find') === 'now';
  useEffect(() => {
    if (!is_next) return undefined;
    // After a receipt, and after the page has moved the focus to its heading.
    const timer = setTimeout(focusSearch);
    return () => clearTimeout(timer);
  }, [is_next]);
  return (
    <FindBox
      label={t('desk.find')}
      placeholder={t('desk.find_by')}
      resultsLabel={t('desk.found')}
      list="sacco.members.list"
      describe={({ id, full_name, member_no, phone, savings_minor }) => ({
        id,
        label: full_name,
        hint: [member_no, phone, formatMoney(savings_minor, currency)].filter(Boolean).join(' · '),
      })}
      onChoose={(member) => {
        showMeanwhile('sacco.members.get', { member: member.id }, member);
        navigate(`/members/${member.id}`);
      }}
    />
  );
}

function NoCooperative(): ReactNode {
  const { t } = useWords();
  const is_manager = useIsManager();
  return (
    <Stack className="empty" align="center" gap="sm">
      <Text c="dimmed">{t('desk.no_cooperative')}</Text>
      {is_manager && <LinkButton href="/settings/cooperative">{t('nav.set_up')}</LinkButton>}
      {is_manager && (
        <Suspense fallback={null}>
          <FillDemo />
        </Suspense>
      )}
    </Stack>
  );
}
