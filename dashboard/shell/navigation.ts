/** The items of the navigation in their groups, and who sees them. */
import {
  IconAdjustments,
  IconAlertTriangle,
  IconArrowsExchange,
  IconBook,
  IconBuildingBank,
  IconBuildingFactory2,
  IconCash,
  IconChartPie,
  IconChecklist,
  IconClipboardList,
  IconCoins,
  IconDatabaseImport,
  IconFileSpreadsheet,
  IconGift,
  IconHistory,
  IconHome,
  IconLink,
  IconMessage,
  IconPercentage,
  IconQuestionMark,
  IconReportMoney,
  IconScale,
  IconSend,
  IconUserSquare,
  IconUsers,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import type { TextId } from '../words.ts';

export interface NavigationItem {
  label: TextId;
  href: string;
  icon: Icon;
  /** Only where a cooperative is set up. */
  of_cooperative?: true;
  /** Only for owners and admins. */
  of_managers?: true;
  /** Shows the number of pending requests. */
  counts_approvals?: true;
}

export interface NavigationGroup {
  name: string;
  label: TextId;
  items: readonly NavigationItem[];
}

const NAVIGATION: readonly NavigationGroup[] = [
  {
    name: 'counter',
    label: 'nav_group.counter',
    items: [
      { label: 'nav.desk', href: '/', icon: IconHome, of_cooperative: true },
      { label: 'nav.members', href: '/members', icon: IconUsers, of_cooperative: true },
      { label: 'nav.approvals', href: '/approvals', icon: IconChecklist, counts_approvals: true },
      { label: 'nav.messages', href: '/messages/sent', icon: IconMessage, of_cooperative: true },
    ],
  },
  {
    name: 'lending',
    label: 'nav_group.lending',
    items: [
      { label: 'nav.loans', href: '/loans', icon: IconCoins, of_cooperative: true },
      { label: 'nav.collections', href: '/collections', icon: IconClipboardList, of_cooperative: true },
      { label: 'nav.portfolio', href: '/portfolio', icon: IconChartPie, of_cooperative: true },
      { label: 'nav.dividends', href: '/dividends', icon: IconGift, of_cooperative: true },
      { label: 'nav.interest', href: '/interest', icon: IconPercentage, of_cooperative: true },
    ],
  },
  {
    name: 'payments',
    label: 'nav_group.payments',
    items: [
      { label: 'nav.payments', href: '/payments', icon: IconCash },
      { label: 'nav.payment_links', href: '/payment-links', icon: IconLink },
      { label: 'nav.payouts', href: '/payouts', icon: IconSend },
      { label: 'nav.unallocated', href: '/unallocated', icon: IconQuestionMark, of_cooperative: true },
      { label: 'nav.wallets', href: '/wallets', icon: IconWallet },
      { label: 'nav.customers', href: '/customers', icon: IconUserSquare },
    ],
  },
  {
    name: 'books',
    label: 'nav_group.books',
    items: [
      { label: 'nav.treasury', href: '/treasury', icon: IconBuildingBank, of_cooperative: true },
      { label: 'nav.accounting', href: '/accounting/trial-balance', icon: IconScale },
      { label: 'nav.reconciliation', href: '/reconciliation', icon: IconArrowsExchange },
      { label: 'nav.reports', href: '/reports/pictures', icon: IconReportMoney, of_cooperative: true },
      { label: 'nav.employers', href: '/employers', icon: IconBuildingFactory2, of_cooperative: true },
      { label: 'nav.batches', href: '/batches', icon: IconFileSpreadsheet, of_cooperative: true },
      { label: 'nav.ledger', href: '/ledger/accounts', icon: IconBook },
    ],
  },
  {
    name: 'administration',
    label: 'nav_group.administration',
    items: [
      { label: 'nav.settings', href: '/settings/cooperative', icon: IconAdjustments, of_managers: true },
      { label: 'nav.imports', href: '/imports', icon: IconDatabaseImport, of_cooperative: true },
      { label: 'nav.audit_log', href: '/audit-log', icon: IconHistory, of_managers: true },
    ],
  },
];

/** For what is not set up yet. */
export const SetUpIcon = IconAlertTriangle;

/** The addresses of the bar at the foot of a phone. */
const ON_PHONE = ['/', '/members', '/loans', '/approvals'] as const;
/** Who takes cash in the field is a maker. */
const ON_PHONE_OF_MAKERS = ['/', '/members', '/collections', '/approvals'] as const;
const ON_PHONE_OF_MERCHANTS = ['/payments', '/customers', '/wallets', '/approvals'] as const;

/** What somebody sees. */
export interface Viewer {
  has_cooperative: boolean;
  is_manager: boolean;
  is_maker: boolean;
}

/** The groups that somebody works with most; the others follow in their usual order. */
function firstGroupsOf({ has_cooperative, is_manager, is_maker }: Viewer): readonly string[] {
  if (!has_cooperative) return ['payments', 'books'];
  if (is_maker) return ['counter', 'lending'];
  return is_manager ? ['counter', 'books', 'administration'] : ['counter', 'lending', 'books'];
}

/** Only what somebody may open, what the role needs first. */
export function groupsFor(viewer: Viewer): NavigationGroup[] {
  const first = firstGroupsOf(viewer);
  const rankOf = ({ name }: NavigationGroup): number =>
    first.includes(name) ? first.indexOf(name) : first.length;
  return NAVIGATION.toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((group) => ({
      ...group,
      items: group.items.filter(
        ({ of_cooperative, of_managers }) =>
          (!of_cooperative || viewer.has_cooperative) && (!of_managers || viewer.is_manager),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}

export function itemsOnPhone(viewer: Viewer): NavigationItem[] {
  const items = groupsFor(viewer).flatMap((group) => group.items);
  const of_cooperative = viewer.is_maker ? ON_PHONE_OF_MAKERS : ON_PHONE;
  const addresses: readonly string[] = viewer.has_cooperative ? of_cooperative : ON_PHONE_OF_MERCHANTS;
  return addresses.flatMap((href) => items.find((item) => item.href === href) ?? []);
}

/** @param path of the page shown @returns whether it belongs to the item */
export function isCurrent({ href }: NavigationItem, path: string): boolean {
  const [, top] = href.split('/');
  const [, shown] = path.split('/');
  return top === shown;
}
