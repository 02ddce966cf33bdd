/** The frame of all pages for people who are signed in: banner, navigation, and what concerns every page. */
import { AppShell, Burger, Group, Skeleton, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useMe } from '../api/me.ts';
import { useReachable } from '../api/reachable.ts';
import { useRead } from '../api/reads.ts';
import { lazyPart, loadLaterStyles } from '../later.ts';
import { changePlace, usePlace } from '../session/place.ts';
import { SkipLink } from '../ui/page/skip-link.tsx';
import { LoadAgainButton, Part } from '../ui/part.tsx';
import { useWords } from '../words.ts';
import { Brand } from './brand.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { PaletteKey } from './palette-key.tsx';
import { PlaceChoice } from './place-choice.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { PhoneBar, SideNavigation } from './side-navigation.tsx';
import { StrictApprovalsNotice } from './strict-approvals-notice.tsx';

/** The menu needs a large library for its position: it is loaded later. */
const AccountMenu = lazyPart(async () => {
  const [{ AccountMenu: Component }] = await Promise.all([import('./account-menu.tsx'), loadLaterStyles()]);
  return { default: Component };
});

const TRY_EVERY_MS = 5_000;

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
    if (!first && !isOutsideProjects(path)) navigate('/projects/new', { replace: true });
  }, [me, project_id, path, navigate]);
  const project = me?.projects.find(({ id }) => id === project_id);
  const has_place = project !== undefined;
  return (
    <AppShell
      header={{ height: environment === 'live' ? 78 : 56 }}
      footer={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !is_open } }}
      padding="md"
      transitionDuration={0}
    >
      <AppShell.Header data-environment={environment}>
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
              {project ? <Brand name={project.name} /> : 'Ushirika'}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap" className="banner-controls">
            <PlaceChoice />
            <LanguageChoice isShort={is_narrow} />
            <Part waiting={<Skeleton width={40} height={36} />} failed={<LoadAgainButton />}>
              <AccountMenu />
            </Part>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="xs"
        aria-label={t('shell.main')}
        className={is_open ? 'navigation' : 'navigation closed'}
      >
        {/* Before that the remembered project may be somebody else's. */}
        {has_place && <SideNavigation path={path} />}
      </AppShell.Navbar>
      {has_place && (
        <AppShell.Footer hiddenFrom="sm">
          <PhoneBar path={path} onMore={toggle} />
        </AppShell.Footer>
      )}
      <AppShell.Main id="content" tabIndex={-1}>
        <Unreachable />
        {has_place && <StrictApprovalsNotice />}
        {has_place || isOutsideProjects(path) ? children : null}
      </AppShell.Main>
      <PaletteKey isOffered={has_place} />
      <Shortcuts />
    </AppShell>
  );
}

/** Pages that are about no project. */
function isOutsideProjects(path: string): boolean {
  return path === '/projects/new' || path === '/account' || path.startsWith('/operators/');
}

function Unreachable(): ReactNode {
  const { t } = useWords();
  const is_reachable = useReachable();
  // It goes on trying where nothing else on the page does.
  useRead('auth.me', {}, is_reachable ? {} : { every_ms: TRY_EVERY_MS });
  return (
    <div role="status" className={is_reachable ? undefined : 'unreachable'}>
      {is_reachable ? '' : t('shell.unreachable')}
    </div>
  );
}
