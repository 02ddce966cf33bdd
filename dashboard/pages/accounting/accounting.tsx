/** Accounting: trial balance, general ledger, statements, and closed periods. */
import type { ComponentType, ReactNode } from 'react';
import { TabbedPage } from '../../ui/page/tabbed-page.tsx';
import { useWords, type TextId } from '../../words.ts';
import { BalanceSheetTab } from './balance-sheet-tab.tsx';
import { GeneralLedgerTab } from './general-ledger-tab.tsx';
import { IncomeStatementTab } from './income-statement-tab.tsx';
import { PeriodsTab } from './periods-tab.tsx';
import { TrialBalanceTab } from './trial-balance-tab.tsx';

const TABS = {
  'trial-balance': { label: 'accounting.trial_balance', Content: TrialBalanceTab },
  'general-ledger': { label: 'accounting.general_ledger', Content: GeneralLedgerTab },
  'income-statement': { label: 'accounting.income_statement', Content: IncomeStatementTab },
  'balance-sheet': { label: 'accounting.balance_sheet', Content: BalanceSheetTab },
  periods: { label: 'accounting.periods', Content: PeriodsTab },
} as const satisfies Record<string, { label: TextId; Content: ComponentType }>;

export function Accounting(): ReactNode {
  const { t } = useWords();
  return <TabbedPage title={t('nav.accounting')} base="/accounting" tabs={TABS} />;
}
