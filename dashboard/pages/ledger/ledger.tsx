/** The ledger: accounts and their transfers, holds, the booking of payments, and the report of a period. */
import type { ComponentType, ReactNode } from 'react';
import { TabbedPage } from '../../ui/page/tabbed-page.tsx';
import { useWords, type TextId } from '../../words.ts';
import { AccountsTab } from './accounts/accounts-tab.tsx';
import { HoldsTab } from './holds/holds-tab.tsx';
import { PostingsTab } from './postings/postings-tab.tsx';
import { ReportTab } from './report/report-tab.tsx';
import { TransfersTab } from './transfers-tab.tsx';

const TABS = {
  accounts: { label: 'ledger.accounts', Content: AccountsTab },
  transfers: { label: 'ledger.transfers', Content: TransfersTab },
  holds: { label: 'ledger.holds', Content: HoldsTab },
  postings: { label: 'ledger.postings', Content: PostingsTab },
  report: { label: 'ledger.report', Content: ReportTab },
} as const satisfies Record<string, { label: TextId; Content: ComponentType }>;

export function Ledger(): ReactNode {
  const { t } = useWords();
  return <TabbedPage title={t('nav.ledger')} base="/ledger" tabs={TABS} />;
}
