/** The navigation in groups that collapse, which this browser remembers; and the bar at the foot of a phone. */
import { Badge, NavLink, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconMenu2 } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useCooperative, useIsManager } from '../api/me.ts';
import { useList } from '../api/reads.ts';
import { useWords } from '../words.ts';
import { groupsFor, isCurrent, itemsOnPhone, SetUpIcon, type NavigationItem } from './navigation.ts';
import { useViewer } from './use-viewer.ts';

const COUNT_EVERY_MS = 30_000;
const STORAGE_KEY = 'ushirika.collapsed';
const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export function SideNavigation({ path }: { path: string }): ReactNode {
  const { t } = useWords();
  const cooperative = useCooperative();
  const is_manager = useIsManager();
  const waiting = useWaitingCount();
  const [collapsed, toggle] = useCollapsed();
  const groups = groupsFor(useViewer());
  return (
    <>
      {cooperative === null && is_manager && (
        <NavLink
          component={Link}
          href="/settings/cooperative"
          label={t('nav.set_up')}
          leftSection={<SetUpIcon {...ICON} />}
          className="nav-item"
          fw={600}
        />
      )}
      {groups.map(({ name, label, items }) => {
        const is_open = !collapsed.includes(name);
        return (
          <div key={name} className="nav-group">
            <UnstyledButton className="nav-group-name" aria-expanded={is_open} onClick={() => toggle(name)}>
              {t(label)}
              <IconChevronDown size={14} aria-hidden className={is_open ? undefined : 'turned'} />
            </UnstyledButton>
            {/* The page shown stays in sight. */}
            {items
              .filter((item) => is_open || isCurrent(item, path))
              .map((item) => (
                <Item key={item.href} item={item} path={path} waiting={waiting} />
              ))}
          </div>
        );
      })}
    </>
  );
}

interface ItemProps {
  item: NavigationItem;
  path: string;
  /** Pending requests. */
  waiting: number;
}

function Item({ item, path, waiting }: ItemProps): ReactNode {
  const { t } = useWords();
  const { icon: ItemIcon } = item;
  return (
    <NavLink
      component={Link}
      href={item.href}
      label={t(item.label)}
      leftSection={<ItemIcon {...ICON} />}
      active={isCurrent(item, path)}
      aria-current={isCurrent(item, path) ? 'page' : undefined}
      className="nav-item"
      rightSection={item.counts_approvals && waiting > 0 ? <Waiting count={waiting} /> : null}
    />
  );
}

function Waiting({ count }: { count: number }): ReactNode {
  const { t } = useWords();
  return (
    <Badge size="sm" circle={count < 10} aria-label={t('shell.waiting', { count })}>
      {count >= MANY ? `${MANY - 1}+` : count}
    </Badge>
  );
}

export interface PhoneBarProps {
  path: string;
  onMore: () => void;
}

export function PhoneBar({ path, onMore }: PhoneBarProps): ReactNode {
  const { t } = useWords();
  const viewer = useViewer();
  return (
    <nav aria-label={t('shell.quick')} className="phone-bar">
      {itemsOnPhone(viewer).map((item) => {
        const { icon: ItemIcon } = item;
        return (
          <Link
            key={item.href}
            href={item.href}
            className="phone-bar-item"
            aria-current={isCurrent(item, path) ? 'page' : undefined}
          >
            <ItemIcon {...ICON} />
            {t(item.label)}
          </Link>
        );
      })}
      <UnstyledButton className="phone-bar-item" onClick={onMore}>
        <IconMenu2 {...ICON} />
        {t('shell.more')}
      </UnstyledButton>
    </nav>
  );
}

/** The names of the groups that are collapsed. */
function useCollapsed(): [names: readonly string[], toggle: (name: string) => void] {
  const [names, setNames] = useState<readonly string[]>(
    () => localStorage.getItem(STORAGE_KEY)?.split(' ') ?? [],
  );
  const toggle = (name: string): void => {
    const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
    localStorage.setItem(STORAGE_KEY, next.join(' '));
    setNames(next);
  };
  return [names, toggle];
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
