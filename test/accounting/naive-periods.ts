/**
 * Accounting periods as simply as possible, for the naive models of random histories. Days are numbers, counted from any one.
 * It shares no code with domain/accounting.
 */

export interface NaivePeriod {
  /** Days, both included. */
  first: number;
  last: number;
  status: 'closing' | 'closed' | 'reopening' | 'open' | 'dropped';
  /** By which its days are counted. */
  utc_offset_hours: number;
  /** Whether it was ever closed: its figures are kept. */
  has_figures: boolean;
}

/** A request to close or to reopen a period, which waits for its decision. */
export interface PeriodRequest {
  period: NaivePeriod;
  to: 'closed' | 'open';
  by: string;
  approval: 'pending' | 'approved' | 'rejected' | 'cancelled';
}

export type Answer = [answer: string, request: PeriodRequest | null];

export class NaivePeriods {
  private readonly asked: NaivePeriod[] = [];

  /** Oldest first; a rejected or cancelled request to close leaves none. */
  get all(): NaivePeriod[] {
    return this.asked.filter(({ status }) => status !== 'dropped');
  }

  private get latestClosed(): NaivePeriod | undefined {
    const closed = this.all.filter(({ status }) => status === 'closed' || status === 'reopening');
    return closed.toSorted((a, b) => a.last - b.last).at(-1);
  }

  isClosed(day: number): boolean {
    return this.all.some(
      ({ first, last, status }) => ['closed', 'reopening'].includes(status) && first <= day && day <= last,
    );
  }

  /** While any is closed, or about to be, its days stay as they are counted. */
  get keepDays(): boolean {
    return this.all.some(({ status }) => status !== 'open');
  }

  private get isAnyWaiting(): boolean {
    return this.all.some(({ status }) => status === 'closing' || status === 'reopening');
  }

  /**
   * @param today on the same count as `last`
   * @param first_booking day of what was booked first; undefined before that
   * @param is_under_way whether anything of the days up to `last` is being booked
   */
  close(
    last: number,
    by: string,
    now: { today: number; first_booking: number | undefined; utc_offset_hours: number },
    is_under_way: boolean,
  ): Answer {
    const before = this.latestClosed;
    if (last >= now.today) return ['period_not_over', null];
    if (before && last <= before.last) return ['period_closed', null];
    if (this.isAnyWaiting) return ['busy', null];
    if (is_under_way) return ['entries_under_way', null];
    const first = before ? before.last + 1 : Math.min(now.first_booking ?? last, last);
    const { utc_offset_hours } = now;
    const period: NaivePeriod = { first, last, status: 'closing', utc_offset_hours, has_figures: false };
    this.asked.push(period);
    return ['closing', { period, to: 'closed', by, approval: 'pending' }];
  }

  /** @param ago so many periods before the newest */
  reopen(ago: number, by: string): Answer {
    const period = this.all.at(-1 - ago);
    if (!period) return ['none', null];
    if (period.status === 'open') return ['period_not_closed', null];
    if (this.isAnyWaiting) return ['busy', null];
    if (period !== this.latestClosed) return ['period_not_latest', null];
    period.status = 'reopening';
    return ['reopening', { period, to: 'open', by, approval: 'pending' }];
  }

  /** @param is_under_way whether anything of its days is being booked */
  approve(request: PeriodRequest, is_under_way: boolean): string {
    if (request.to === 'closed' && is_under_way) return 'entries_under_way';
    request.approval = 'approved';
    request.period.status = request.to;
    request.period.has_figures = true;
    return 'approved';
  }

  drop(request: PeriodRequest, decision: 'rejected' | 'cancelled'): string {
    request.approval = decision;
    request.period.status = request.to === 'closed' ? 'dropped' : 'closed';
    return decision;
  }
}
