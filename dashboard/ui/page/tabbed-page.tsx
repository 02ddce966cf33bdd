/** A page whose tabs have their own addresses, `<base>/<tab>`. */
import type { ComponentType, ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import { NotFound } from './not-found.tsx';
import { useWords, type TextId } from '../../words.ts';
import { LinkTabs } from './link-tabs.tsx';
import { Page } from './page.tsx';

export interface TabbedPageProps {
  title: string;
  /** `/ledger` */
  base: string;
  /** By the last part of the address. */
  tabs: Readonly<Record<string, { label: TextId; Content: ComponentType }>>;
  /** Shown instead of all tabs, where there is something. */
  instead?: ReactNode;
}

export function TabbedPage({ title, base, tabs, instead = null }: TabbedPageProps): ReactNode {
  const { t } = useWords();
  const { tab } = useParams<{ tab: string }>();
  const [, navigate] = useLocation();
  const shown = Object.hasOwn(tabs, tab) ? tabs[tab] : undefined;
  if (!shown) return <NotFound />;
  return (
    <Page title={title}>
      {instead ?? (
        <LinkTabs
          label={title}
          tabs={Object.entries(tabs).map(([value, { label }]) => ({ value, label: t(label) }))}
          value={tab}
          onChange={(next) => navigate(`${base}/${next}`)}
        >
          <shown.Content />
        </LinkTabs>
      )}
    </Page>
  );
}
