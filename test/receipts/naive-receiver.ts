/**
 * A cooperative that takes money without a prompt and sends money by a provider, in the plainest way: what the real one must agree
 * with, answer by answer. One thing happens after the other, and nobody dies.
 */

/** What the provider does with money that is sent to a payer. */
export type PayerEnd = 'paid' | 'refused';

export interface NaiveReceipt {
  amount: number;
  end: PayerEnd;
  status: 'allocated' | 'unallocated' | 'resolving' | 'refunding' | 'refunded';
}

interface Asked {
  receipt: NaiveReceipt;
  /** Whose it is to be; null: it goes back. */
  member: number | null;
  purpose: 'savings' | 'shares';
  status: 'pending' | 'approved' | 'rejected';
}

interface Sent {
  amount: number;
  end: PayerEnd;
  /** Of the receipt that goes back; null: the merchant's own money. */
  receipt: NaiveReceipt | null;
  status: 'new' | 'held' | 'sending' | 'succeeded' | 'failed' | 'cancelled';
}

interface NaiveMember {
  savings: number;
  shares: number;
  is_leaving: boolean;
}

/** How a payout is processed: `lost`, where the provider acts and nobody hears of it. */
export type Processing = 'answered' | 'lost';

export class NaiveReceiver {
  readonly members: NaiveMember[];
  readonly receipts: NaiveReceipt[] = [];
  readonly asked: Asked[] = [];
  readonly sent: Sent[] = [];
  /** What the provider holds, and what of it is on its way. */
  clearing: number;
  reserved = 0;
  /** The merchant's own, and what of it is on its way. */
  available: number;
  held = 0;
  is_enabled = true;

  constructor(members: number, funds: { clearing: number; available: number }) {
    this.members = Array.from({ length: members }, () => ({ savings: 0, shares: 0, is_leaving: false }));
    this.clearing = funds.clearing;
    this.available = funds.available;
  }

  /** @param member whose number was typed; null: that of nobody */
  receive(amount: number, end: PayerEnd, member: number | null): string {
    this.clearing += amount;
    const owner = member === null ? null : this.at(member);
    const status = owner === null || owner.is_leaving ? 'unallocated' : 'allocated';
    if (status === 'allocated') (owner as NaiveMember).savings += amount;
    this.receipts.push({ amount, end, status });
    return status;
  }

  allocate(no: number, member: number, purpose: 'savings' | 'shares'): string {
    const receipt = this.receipts[no];
    if (!receipt) return 'none';
    if (receipt.status !== 'unallocated') return 'receipt_not_open';
    if (this.at(member).is_leaving) return 'member_not_active';
    receipt.status = 'resolving';
    this.asked.push({ receipt, member, purpose, status: 'pending' });
    return 'waits';
  }

  refund(no: number): string {
    const receipt = this.receipts[no];
    if (!receipt || !this.is_enabled) return 'none';
    if (receipt.status !== 'unallocated') return 'receipt_not_open';
    receipt.status = 'refunding';
    this.asked.push({ receipt, member: null, purpose: 'savings', status: 'pending' });
    return 'waits';
  }

  decide(no: number, verdict: 'approve' | 'reject'): string {
    const asked = this.asked[no];
    if (!asked) return 'none';
    if (asked.status !== 'pending') return 'already_decided';
    const { receipt, member, purpose } = asked;
    if (verdict === 'reject') {
      asked.status = 'rejected';
      receipt.status = 'unallocated';
      return 'rejected';
    }
    if (member === null) {
      if (!this.is_enabled) return 'payouts_disabled';
      asked.status = 'approved';
      this.sent.push({ amount: receipt.amount, end: receipt.end, receipt, status: 'new' });
      return 'approved';
    }
    asked.status = 'approved';
    if (this.at(member).is_leaving) {
      receipt.status = 'unallocated';
      return 'failed member_not_active';
    }
    this.at(member)[purpose] += receipt.amount;
    receipt.status = 'allocated';
    return 'posted';
  }

  /** Of the merchant's own money. */
  pay(amount: number, end: PayerEnd): string {
    if (!this.is_enabled) return 'payouts_disabled';
    if (amount > this.available - this.held) return 'insufficient_funds';
    if (amount > this.clearing - this.reserved) return 'insufficient_float';
    const payout: Sent = { amount, end, receipt: null, status: 'new' };
    this.sent.push(payout);
    this.hold(payout);
    return 'held';
  }

  process(no: number, how: Processing): string {
    const payout = this.sent[no];
    if (!payout) return 'none';
    if (payout.status === 'new') this.hold(payout);
    if (payout.status === 'held' && this.is_enabled) {
      payout.status = 'sending';
      if (how === 'answered') this.end(payout, payout.end === 'paid' ? 'succeeded' : 'failed');
    } else if (payout.status === 'sending') this.end(payout, payout.end === 'paid' ? 'succeeded' : 'failed');
    return payout.status;
  }

  cancel(no: number): string {
    const payout = this.sent[no];
    if (!payout) return 'none';
    if (payout.status === 'new') this.hold(payout);
    if (payout.status !== 'held') return 'not_cancellable';
    this.end(payout, 'cancelled');
    return 'cancelled';
  }

  leave(member: number, verdict: 'ask' | 'reject'): string {
    const one = this.at(member);
    if (verdict === 'ask' && one.is_leaving) return 'member_not_active';
    if (verdict === 'reject' && !one.is_leaving) return 'none';
    one.is_leaving = verdict === 'ask';
    return 'done';
  }

  get unallocated(): number {
    const open = this.receipts.filter(({ status }) => status !== 'allocated' && status !== 'refunded');
    return open.reduce((sum, { amount }) => sum + amount, 0);
  }

  private hold(payout: Sent): void {
    const { amount, receipt } = payout;
    if (amount > this.clearing - this.reserved) {
      payout.status = 'failed';
      if (receipt) receipt.status = 'unallocated';
      return;
    }
    payout.status = 'held';
    this.reserved += amount;
    if (!receipt) this.held += amount;
  }

  private end(payout: Sent, status: 'succeeded' | 'failed' | 'cancelled'): void {
    const { amount, receipt } = payout;
    payout.status = status;
    this.reserved -= amount;
    if (status === 'succeeded') this.clearing -= amount;
    if (receipt) receipt.status = status === 'succeeded' ? 'refunded' : 'unallocated';
    else {
      this.held -= amount;
      if (status === 'succeeded') this.available -= amount;
    }
  }

  private at(no: number): NaiveMember {
    return this.members[no] as NaiveMember;
  }
}
