/** The frame of all pages for people who are signed in: banner, navigation, and what concerns every page. */
import { AppShell, Badge, Burger, Group, NavLink, Skeleton, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useCooperative, useIsManager, useMe } from '../api/me.ts';
import { useReachable } from '../api/reachable.ts';
import { useList } from '../api/reads.ts';
import { lazyPart, loadLaterStyles } from '../later.ts';
import { changePlace, usePlace } from '../session/place.ts';
import { ErrorBoundary } from '../ui/faults/error-boundary.tsx';
import { ReloadButton } from '../ui/faults/fault.tsx';
import { SkipLink } from '../ui/page/skip-link.tsx';
import { useWords } from '../words.ts';
import { LanguageChoice } from './language-choice.tsx';
import { isCurrent, NAVIGATION } from './navigation.ts';
import { PlaceChoice } from './place-choice.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { StrictApprovalsNotice } from './strict-approvals-notice.tsx';

const COUNT_EVERY_MS = 30_000;

/** The menu needs a large library for its position: it is loaded later. */
const AccountMenu = lazyPart(async () => {
  const [{ AccountMenu: Component }] = await Promise.all([import('./account-menu.tsx'), loadLaterStyles()]);
  return { default: Component };
});

export function Shell({ children }: { children: ReactNode }): ReactNode {
  const { t } = useWords();
  const { environment, project_id } = usePlace();
  const [path, navigate] = useLocation();
  const [is_open, { toggle, close }] = useDisclosure(false);
  const is_narrow = useMediaQuery('(max-width: 600px)');
  const me = useMe();
  // A new page closes the menu of a phone.
  useEffect(() => close(), [path, close]);
  // The remembered project may be somebody else's. A person without a project creates one.
  useEffect(() => {
    if (!me) return;
    const [first] = me.projects;
    if (me.projects.some(({ id }) => id === project_id)) return;
    changePlace({ project_id: first?.id ?? null });
    if (!first && path !== '/projects/new' && path !== '/account')
      navigate('/projects/new', { replace: true });
  }, [me, project_id, path, navigate]);
  const has_place = me?.projects.some(({ id }) => id === project_id) ?? false;
  return (
    <AppShell
      header={{ height: environment === 'live' ? 78 : 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !is_open } }}
      padding="md"
      transitionDuration={0}
    >
      <AppShell.Header>
        <SkipLink />
        {environment === 'live' && <div className="environment-bar">{t('shell.live')}</div>}
        <Group h={56} px="md" gap="xs" wrap="nowrap" justify="space-between">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={is_open}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t('shell.menu')}
              aria-expanded={is_open}
            />
            <Text component={Link} href="/" fw={700} className="brand" visibleFrom="xs">
              Ushirika
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap" className="banner-controls">
            <PlaceChoice />
            <LanguageChoice isShort={is_narrow} />
            <ErrorBoundary fallback={() => <ReloadButton />}>
              <Suspense fallback={<Skeleton width={40} height={36} />}>
                <AccountMenu />
              </Suspense>
            </ErrorBoundary>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="xs"
        aria-label={t('shell.main')}
        className={is_open ? 'navigation' : 'navigation closed'}
      >
        <Navigation path={path} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Unreachable />
        {has_place && <StrictApprovalsNotice />}
        {has_place || path === '/projects/new' || path === '/account' ? children : null}
      </AppShell.Main>
      <Shortcuts />
    </AppShell>
  );
}

function Navigation({ path }: { path: string }): ReactNode {
  const { t } = useWords();
  const cooperative = useCooperative();
  const is_manager = useIsManager();
  const waiting = useWaitingCount();
  const items = NAVIGATION.filter(
    ({ of_cooperative, of_managers }) => (!of_cooperative || cooperative) && (!of_managers || is_manager),
  );
  return (
    <>
      {cooperative === null && is_manager && (
        <NavLink
          component={Link}
          href="/settings/cooperative"
          label={t('nav.set_up')}
          className="nav-item"
          fw={600}
        />
      )}
      {items.map((item) => (
        <NavLink
          key={item.href}
          component={Link}
          href={item.href}
          label={t(item.label)}
          active={isCurrent(item, path)}
          aria-current={isCurrent(item, path) ? 'page' : undefined}
          className="nav-item"
          rightSection={
            item.counts_approvals && waiting > 0 ? (
              <Badge size="sm" circle={waiting < 10} aria-label={t('shell.waiting', { count: waiting })}>
                {waiting >= MANY ? `${MANY - 1}+` : waiting}
              </Badge>
            ) : null
          }
        />
      ))}
    </>
  );
}

/** More are shown as `99+`. */
const MANY = 100;

function useWaitingCount(): number {
  const { items } = useList(
    'approvals.list',
    { status: 'pending', limit: MANY },
    { every_ms: COUNT_EVERY_MS },
  );
  return items.length;
}

function Unreachable(): ReactNode {
  const { t } = useWords();
  const is_reachable = useReachable();
  return (
    <div role="status" className={is_reachable ? undefined : 'unreachable'}>
      {is_reachable ? '' : t('shell.unreachable')}
    </div>
  );
}
