/** How far notices are used: the earliest first. Pure; amounts are minor units. */
import { savingsIds } from '../../cooperative/index.ts';
import type { SavingsNoticeRow } from './notice.model.ts';

export const NOTICE_STATUSES = ['running', 'ripe', 'used'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

export interface NoticeView extends SavingsNoticeRow {
  remaining_minor: bigint;
  status: NoticeStatus;
}

interface Uses {
  member_id: string;
  account_id: string;
  /** What movements use, by account. */
  used: readonly { member_id: string; savings_account_id: string | null; used: string }[];
  today: string;
}

/** @param notices of one account, the earliest first */
export function noticesWithUse(
  notices: readonly SavingsNoticeRow[],
  { account_id, used, today }: Uses,
): NoticeView[] {
  const of_account = used.filter(
    (each) => savingsIds.idOf(each.member_id, each.savings_account_id) === account_id,
  );
  let left = of_account.reduce((total, each) => total + BigInt(each.used), 0n);
  return notices.map((notice) => {
    const taken = notice.amount_minor < left ? notice.amount_minor : left;
    left -= taken;
    const remaining_minor = notice.amount_minor - taken;
    const status = remaining_minor === 0n ? 'used' : notice.ripe_on <= today ? 'ripe' : 'running';
    return { ...notice, remaining_minor, status };
  });
}
