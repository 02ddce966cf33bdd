/** The settings of the project, for its owner and admins. */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRole } from '../../api/me.ts';
import { Loading } from '../../ui/data-table.tsx';
import { TabbedPage } from '../../ui/page/tabbed-page.tsx';
import { useWords, type TextId } from '../../words.ts';
import { ApiKeys } from './api-keys/api-keys.tsx';
import { Cooperative } from './cooperative.tsx';
import { InterestAndTax } from './interest/interest-and-tax.tsx';
import { Limits } from './limits/limits.tsx';
import { MessageSettings } from './messages/message-settings.tsx';
import { Products } from './products/products.tsx';
import { Providers } from './providers/providers.tsx';
import { SavingsProducts } from './savings/savings-products.tsx';
import { Staff } from './staff/staff.tsx';
import { TestClock } from './test-clock.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';
import './settings.css';

const TABS = {
  cooperative: { label: 'settings.cooperative', Content: Cooperative },
  products: { label: 'settings.products', Content: Products },
  'savings-products': { label: 'savings.products', Content: SavingsProducts },
  interest: { label: 'interest.settings', Content: InterestAndTax },
  limits: { label: 'settings.limits', Content: Limits },
  staff: { label: 'settings.staff', Content: Staff },
  'api-keys': { label: 'settings.api_keys', Content: ApiKeys },
  providers: { label: 'settings.providers', Content: Providers },
  messages: { label: 'nav.messages', Content: MessageSettings },
  webhooks: { label: 'settings.webhooks', Content: Webhooks },
  'test-clock': { label: 'settings.test_clock', Content: TestClock },
} as const satisfies Record<string, { label: TextId; Content: () => ReactNode }>;

export function Settings(): ReactNode {
  const { t } = useWords();
  const role = useRole();
  const is_manager = role === 'owner' || role === 'admin';
  return (
    <TabbedPage
      title={t('nav.settings')}
      base="/settings"
      tabs={TABS}
      instead={role === undefined ? <Loading /> : is_manager ? null : <Forbidden />}
    />
  );
}

function Forbidden(): ReactNode {
  const { t } = useWords();
  return (
    <Alert role="alert" color="red" variant="light">
      {t('error.forbidden')}
    </Alert>
  );
}
