/** Accounting: trial balance, general ledger, statements, chart of accounts, journals, and closed periods. */
import type { ComponentType, ReactNode } from 'react';
import { TabbedPage } from '../../ui/page/tabbed-page.tsx';
import { useWords, type TextId } from '../../words.ts';
import { BalanceSheetTab } from './balance-sheet-tab.tsx';
import { ChartTab } from './chart/chart-tab.tsx';
import { GeneralLedgerTab } from './general-ledger-tab.tsx';
import { IncomeStatementTab } from './income-statement-tab.tsx';
import { JournalsTab } from './journals/journals-tab.tsx';
import { PeriodsTab } from './periods-tab.tsx';
import { TrialBalanceTab } from './trial-balance-tab.tsx';

const TABS = {
  'trial-balance': { label: 'accounting.trial_balance', Content: TrialBalanceTab },
  'general-ledger': { label: 'accounting.general_ledger', Content: GeneralLedgerTab },
  'income-statement': { label: 'accounting.income_statement', Content: IncomeStatementTab },
  'balance-sheet': { label: 'accounting.balance_sheet', Content: BalanceSheetTab },
  chart: { label: 'accounting.chart', Content: ChartTab },
  journals: { label: 'accounting.journals', Content: JournalsTab },
  periods: { label: 'accounting.periods', Content: PeriodsTab },
} as const satisfies Record<string, { label: TextId; Content: ComponentType }>;

export function Accounting(): ReactNode {
  const { t } = useWords();
  return <TabbedPage title={t('nav.accounting')} base="/accounting" tabs={TABS} />;
}
