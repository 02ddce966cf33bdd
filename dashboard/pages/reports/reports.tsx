/** The reports of the cooperative, one in each tab. */
import type { ComponentType, ReactNode } from 'react';
import { TabbedPage } from '../../ui/page/tabbed-page.tsx';
import { useWords, type TextId } from '../../words.ts';
import { AgeingTab } from './ageing-tab.tsx';
import { ArrearsTab } from './arrears-tab.tsx';
import { CollectionTab } from './collection-tab.tsx';
import { ContributionsTab } from './contributions-tab.tsx';
import { FeesTab } from './fees-tab.tsx';
import { PicturesTab } from './pictures/pictures-tab.tsx';
import { PortfolioTab } from './portfolio-tab.tsx';
import { RatiosTab } from './ratios-tab.tsx';
import { WithholdingTab } from './withholding-tab.tsx';

const TABS = {
  pictures: { label: 'reports.pictures', Content: PicturesTab },
  ageing: { label: 'reports.ageing', Content: AgeingTab },
  arrears: { label: 'reports.arrears', Content: ArrearsTab },
  'collection-sheet': { label: 'reports.collection_sheet', Content: CollectionTab },
  portfolio: { label: 'reports.portfolio', Content: PortfolioTab },
  ratios: { label: 'reports.ratios', Content: RatiosTab },
  withholding: { label: 'reports.withholding', Content: WithholdingTab },
  fees: { label: 'reports.fees', Content: FeesTab },
  contributions: { label: 'reports.contributions', Content: ContributionsTab },
} as const satisfies Record<string, { label: TextId; Content: ComponentType }>;

export function Reports(): ReactNode {
  const { t } = useWords();
  return <TabbedPage title={t('nav.reports')} base="/reports" tabs={TABS} />;
}
