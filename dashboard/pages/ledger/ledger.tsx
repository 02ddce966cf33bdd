/** The ledger: accounts and their transfers, holds, the booking of payments, and the report of a period. */
import type { ComponentType, ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Page } from '../../ui/page.tsx';
import { useWords, type TextId } from '../../words.ts';
import { NotFound } from '../not-found.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { HoldsTab } from './holds-tab.tsx';
import { PostingsTab } from './postings-tab.tsx';
import { ReportTab } from './report-tab.tsx';
import { TransfersTab } from './transfers-tab.tsx';

const TABS = {
  accounts: { label: 'ledger.accounts', Content: AccountsTab },
  transfers: { label: 'ledger.transfers', Content: TransfersTab },
  holds: { label: 'ledger.holds', Content: HoldsTab },
  postings: { label: 'ledger.postings', Content: PostingsTab },
  report: { label: 'ledger.report', Content: ReportTab },
} as const satisfies Record<string, { label: TextId; Content: ComponentType }>;

type Tab = keyof typeof TABS;

export function Ledger(): ReactNode {
  const { t } = useWords();
  const { tab } = useParams<{ tab: string }>();
  const [, navigate] = useLocation();
  if (!(tab in TABS)) return <NotFound />;
  const { Content } = TABS[tab as Tab];
  return (
    <Page title={t('nav.ledger')}>
      <LinkTabs<Tab>
        label={t('nav.ledger')}
        tabs={(Object.keys(TABS) as Tab[]).map((value) => ({ value, label: t(TABS[value].label) }))}
        value={tab as Tab}
        onChange={(next) => navigate(`/ledger/${next}`)}
      >
        <Content />
      </LinkTabs>
    </Page>
  );
}
