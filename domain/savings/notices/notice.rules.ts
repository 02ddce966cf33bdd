/** How far notices are used: the earliest first. Pure; amounts are minor units. */
import type { SavingsNoticeRow } from './notice.model.ts';

export const NOTICE_STATUSES = ['running', 'ripe', 'used'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

export interface NoticeView extends SavingsNoticeRow {
  remaining_minor: bigint;
  status: NoticeStatus;
}

/**
 * @param notices of one account, consecutive ones, the earliest first
 * @param left_minor how much is used up of these and of later ones
 */
export function noticesWithUse(
  notices: readonly SavingsNoticeRow[],
  left_minor: bigint,
  today: string,
): NoticeView[] {
  let left = left_minor > 0n ? left_minor : 0n;
  return notices.map((notice) => {
    const taken = notice.amount_minor < left ? notice.amount_minor : left;
    left -= taken;
    const remaining_minor = notice.amount_minor - taken;
    const status = remaining_minor === 0n ? 'used' : notice.ripe_on <= today ? 'ripe' : 'running';
    return { ...notice, remaining_minor, status };
  });
}
