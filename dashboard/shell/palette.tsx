/** Finds members, pages and what an id names, and leads there; a deposit or a withdrawal of a member is one more step away. */
import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useCooperative, useIsManager } from '../api/me.ts';
import { useList } from '../api/reads.ts';
import { pageOfId } from '../ui/page-of-id.rules.ts';
import { useWords } from '../words.ts';
import { groupsFor } from './navigation.ts';

const PAUSE_MS = 150;
const MOST_MEMBERS = 5;

interface Action {
  id: string;
  label: string;
  hint?: string | undefined;
  href: string;
}

export interface PaletteProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

export function Palette({ query, onQuery, onClose }: PaletteProps): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  useEffect(() => {
    spotlight.open();
    return () => spotlight.close();
  }, []);
  const pages = usePages(query);
  const members = useMembers(query);
  const group = (label: string, actions: readonly Action[]): ReactNode =>
    actions.length > 0 && (
      <Spotlight.ActionsGroup label={label}>
        {actions.map(({ id, label: text, hint, href }) => (
          <Spotlight.Action key={id} label={text} description={hint} onClick={() => navigate(href)} />
        ))}
      </Spotlight.ActionsGroup>
    );
  const named = pageOfId(query);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={onQuery}
      shortcut={null}
      clearQueryOnClose={false}
      onSpotlightClose={onClose}
      title={t('palette.title')}
    >
      <Spotlight.Search placeholder={t('palette.placeholder')} aria-label={t('palette.title')} />
      <Spotlight.ActionsList>
        {group(t('palette.open'), named === null ? [] : [{ id: 'named', label: query.trim(), href: named }])}
        {group(t('nav.members'), members)}
        {group(t('palette.pages'), pages)}
        {named === null && members.length + pages.length === 0 && (
          <Spotlight.Empty>{t('search.nothing')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function usePages(query: string): Action[] {
  const { t } = useWords();
  const has_cooperative = Boolean(useCooperative());
  const is_manager = useIsManager();
  const wanted = query.trim().toLowerCase();
  return groupsFor({ has_cooperative, is_manager })
    .flatMap(({ items }) => items)
    .map(({ label, href }) => ({ id: href, label: t(label), href }))
    .filter(({ label }) => label.toLowerCase().includes(wanted));
}

/** Each with what tellers do most. */
function useMembers(query: string): Action[] {
  const { t } = useWords();
  const has_cooperative = Boolean(useCooperative());
  const [q] = useDebouncedValue(query.trim(), PAUSE_MS);
  const list = useList('sacco.members.list', has_cooperative && q !== '' ? { q, limit: MOST_MEMBERS } : null);
  return list.items.flatMap(({ id, full_name: name, member_no, phone, status }) => {
    const hint = [member_no, phone].filter(Boolean).join(' · ');
    const member: Action = { id, label: name, hint, href: `/members/${id}` };
    if (status !== 'active') return [member];
    return [
      member,
      { id: `${id} deposit`, label: t('palette.deposit_for', { name }), href: `/members/${id}?do=deposit` },
      {
        id: `${id} withdraw`,
        label: t('palette.withdraw_for', { name }),
        href: `/members/${id}?do=withdraw`,
      },
    ];
  });
}
