/**
 * Finds members with their open loans, payments by reference, movements by the number of their receipt, pages, what begins something,
 * and what an id names; and leads there.
 * A deposit or a withdrawal of a member is one more step away.
 */
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { Fragment, useEffect, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useList } from '../api/reads.ts';
import type { Member } from '../generated/wire.ts';
import { formatMoney } from '../money/money.rules.ts';
import { SHORT_NUMBER } from '../movement/short-number.rules.ts';
import { pageOfId } from '../ui/page-of-id.rules.ts';
import { useWords, type TextId } from '../words.ts';
import { groupsFor } from './navigation.ts';
import { useViewer } from './use-viewer.ts';

/** Who types fast asks once; the answer is there within 150 ms of the last key. */
const PAUSE_MS = 60;
const MOST_MEMBERS = 5;
const MOST_LOANS = 3;
const MOST_PAYMENTS = 3;
const MOST_RECEIPTS = 3;

const [store, spotlight] = createSpotlight();

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
  const [q] = useDebouncedValue(query.trim(), PAUSE_MS);
  const found = useMembers(q);
  const is_searching = found.is_loading || q !== query.trim();
  const groups: [label: string, actions: readonly Action[]][] = [
    [t('nav.members'), found.actions],
    [t('nav.loans'), useLoans(found.only)],
    [t('nav.payments'), usePayments(q)],
    [t('palette.receipts'), useReceipts(q)],
    [t('palette.actions'), useBeginnings(query)],
    [t('palette.pages'), usePages(query)],
  ];
  const group = (label: string, actions: readonly Action[]): ReactNode =>
    actions.length > 0 && (
      <Spotlight.ActionsGroup label={label}>
        {actions.map(({ id, label: text, hint, href }) => (
          <Spotlight.Action
            key={id}
            label={text}
            description={hint}
            // Paler, it could not be read on the colour of what is chosen.
            styles={{ actionDescription: { opacity: 1 } }}
            onClick={() => navigate(href)}
          />
        ))}
      </Spotlight.ActionsGroup>
    );
  const opened = pageOfId(query);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={onQuery}
      shortcut={null}
      clearQueryOnClose={false}
      onSpotlightClose={onClose}
      title={t('palette.title')}
    >
      <Spotlight.Search placeholder={t('palette.placeholder')} aria-label={t('palette.title')} />
      <Spotlight.ActionsList>
        {group(
          t('palette.open'),
          opened === null ? [] : [{ id: 'named', label: query.trim(), href: opened }],
        )}
        {groups.map(([label, actions]) => (
          <Fragment key={label}>{group(label, actions)}</Fragment>
        ))}
        {opened === null && !is_searching && groups.every(([, actions]) => actions.length === 0) && (
          <Spotlight.Empty>{t('search.nothing')}</Spotlight.Empty>
        )}
        <FirstChosen found={groups.flatMap(([, actions]) => actions.map(({ id }) => id)).join()} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** What is found after the last key is chosen, too, where nothing else is: Enter opens it. It is shown together with the actions. */
function FirstChosen({ found }: { found: string }): ReactNode {
  useEffect(() => {
    const first = document.querySelector('[data-action]');
    if (!first || document.querySelector('[data-action][data-selected]')) return;
    first.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [found]);
  return null;
}

function usePages(query: string): Action[] {
  const { t } = useWords();
  const pages = groupsFor(useViewer()).flatMap(({ items }) => items);
  return named(
    pages.map(({ label, href }) => ({ id: href, label: t(label), href })),
    query,
  );
}

const BEGINNINGS: readonly { label: TextId; href: string }[] = [
  { label: 'members.join', href: '/members/join' },
  { label: 'members.apply', href: '/loans/new' },
  { label: 'desk.day_sheet', href: '/day-sheet' },
];

/** What begins something; shown once somebody types. */
function useBeginnings(query: string): Action[] {
  const { t } = useWords();
  const { has_cooperative } = useViewer();
  if (!has_cooperative || query.trim() === '') return [];
  return named(
    BEGINNINGS.map(({ label, href }) => ({ id: href, label: t(label), href })),
    query,
  );
}

function named(actions: readonly Action[], query: string): Action[] {
  const wanted = query.trim().toLowerCase();
  return actions.filter(({ label }) => label.toLowerCase().includes(wanted));
}

/** Each with what tellers do most. @returns the one that is found, too, where it is one alone */
function useMembers(q: string): { actions: Action[]; only: Member | undefined; is_loading: boolean } {
  const { t } = useWords();
  const { has_cooperative } = useViewer();
  const { items, is_loading } = useList(
    'sacco.members.list',
    has_cooperative && q !== '' ? { q, limit: MOST_MEMBERS } : null,
  );
  const actions = items.flatMap(({ id, full_name: name, member_no, phone, status }) => {
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
      { id: `${id} apply`, label: t('palette.loan_for', { name }), href: `/loans/new?member=${id}` },
    ];
  });
  return { actions, only: items.length === 1 ? items[0] : undefined, is_loading };
}

/** Open ones, of the member that was found. */
function useLoans(member: Member | undefined): Action[] {
  const { t } = useWords();
  const { items } = useList(
    'sacco.loans.list',
    member ? { member_id: member.id, status: 'open', limit: MOST_LOANS } : null,
  );
  return items.map(({ id, member: { full_name: name }, outstanding_minor, currency }) => ({
    id,
    label: t('loans.loan_of', { name }),
    hint: `${t('loans.outstanding')} ${formatMoney(outstanding_minor, currency)}`,
    href: `/loans/${id}`,
  }));
}

/** By an amount, a phone, the beginning of a reference, or an id of the provider. */
function usePayments(q: string): Action[] {
  const { status: statusWord } = useWords();
  const { items } = useList('payments.list', q === '' ? null : { q, limit: MOST_PAYMENTS });
  return items.map(({ id, reference, amount_minor, currency, status }) => ({
    id,
    label: reference,
    hint: `${formatMoney(amount_minor, currency)} · ${statusWord(status)}`,
    href: `/payments/${id}`,
  }));
}

/** Movements by the number that their receipt prints. */
function useReceipts(q: string): Action[] {
  const { word } = useWords();
  const { has_cooperative } = useViewer();
  const { items } = useList(
    'sacco.entries.list',
    has_cooperative && SHORT_NUMBER.test(q) ? { short_no: q, limit: MOST_RECEIPTS } : null,
  );
  return items.map(({ id, kind, amount_minor, currency, member }) => ({
    id,
    label: `${word('kind', kind)} ${formatMoney(amount_minor, currency)}`,
    hint: member ? `${member.full_name} · ${member.member_no}` : undefined,
    href: `/entries/${id}`,
  }));
}
