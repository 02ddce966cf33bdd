/** The items of the navigation in their order, and who sees them. */
import type { TextId } from '../words.ts';

export interface NavigationItem {
  label: TextId;
  href: string;
  /** Only where a cooperative is set up. */
  of_cooperative?: true;
  /** Only for owners and admins. */
  of_managers?: true;
  /** Shows the number of pending requests. */
  counts_approvals?: true;
}

export const NAVIGATION: readonly NavigationItem[] = [
  { label: 'nav.desk', href: '/', of_cooperative: true },
  { label: 'nav.approvals', href: '/approvals', counts_approvals: true },
  { label: 'nav.members', href: '/members', of_cooperative: true },
  { label: 'nav.loans', href: '/loans', of_cooperative: true },
  { label: 'nav.portfolio', href: '/portfolio', of_cooperative: true },
  { label: 'nav.reports', href: '/reports/ageing', of_cooperative: true },
  { label: 'nav.dividends', href: '/dividends', of_cooperative: true },
  { label: 'nav.interest', href: '/interest', of_cooperative: true },
  { label: 'nav.treasury', href: '/treasury', of_cooperative: true },
  { label: 'nav.customers', href: '/customers' },
  { label: 'nav.wallets', href: '/wallets' },
  { label: 'nav.payments', href: '/payments' },
  { label: 'nav.payouts', href: '/payouts' },
  { label: 'nav.payment_links', href: '/payment-links' },
  { label: 'nav.ledger', href: '/ledger/accounts' },
  { label: 'nav.accounting', href: '/accounting/trial-balance' },
  { label: 'nav.reconciliation', href: '/reconciliation' },
  { label: 'nav.settings', href: '/settings/cooperative', of_managers: true },
  { label: 'nav.audit_log', href: '/audit-log', of_managers: true },
];

/** @param path of the page shown @returns whether it belongs to the item */
export function isCurrent({ href }: NavigationItem, path: string): boolean {
  const [, top] = href.split('/');
  const [, shown] = path.split('/');
  return top === shown;
}
