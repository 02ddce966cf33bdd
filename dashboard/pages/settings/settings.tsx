/** How the project works: for its owner and admins. */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import { useRole } from '../../api/me.ts';
import { Loading } from '../../ui/data-table.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Page } from '../../ui/page.tsx';
import { useWords, type TextId } from '../../words.ts';
import { NotFound } from '../not-found.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Cooperative } from './cooperative.tsx';
import { Limits } from './limits.tsx';
import { Products } from './products.tsx';
import { Providers } from './providers.tsx';
import { Staff } from './staff.tsx';
import { TestClock } from './test-clock.tsx';
import { Webhooks } from './webhooks.tsx';
import './settings.css';

const TABS = {
  cooperative: { label: 'settings.cooperative', Content: Cooperative },
  products: { label: 'settings.products', Content: Products },
  limits: { label: 'settings.limits', Content: Limits },
  staff: { label: 'settings.staff', Content: Staff },
  'api-keys': { label: 'settings.api_keys', Content: ApiKeys },
  providers: { label: 'settings.providers', Content: Providers },
  webhooks: { label: 'settings.webhooks', Content: Webhooks },
  'test-clock': { label: 'settings.test_clock', Content: TestClock },
} as const satisfies Record<string, { label: TextId; Content: () => ReactNode }>;
type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Tab[];

export function Settings(): ReactNode {
  const { t } = useWords();
  const { tab } = useParams<{ tab: string }>();
  const [, navigate] = useLocation();
  const role = useRole();
  if (!(tab in TABS)) return <NotFound />;
  return (
    <Page title={t('nav.settings')}>
      {role === undefined && <Loading />}
      {role !== undefined && role !== 'owner' && role !== 'admin' && (
        <Alert role="alert" color="red" variant="light">
          {t('error.forbidden')}
        </Alert>
      )}
      {(role === 'owner' || role === 'admin') && (
        <LinkTabs
          label={t('nav.settings')}
          tabs={NAMES.map((value) => ({ value, label: t(TABS[value].label) }))}
          value={tab as Tab}
          onChange={(next) => navigate(`/settings/${next}`)}
        >
          <Shown tab={tab as Tab} />
        </LinkTabs>
      )}
    </Page>
  );
}

function Shown({ tab }: { tab: Tab }): ReactNode {
  const { Content } = TABS[tab];
  return <Content />;
}
