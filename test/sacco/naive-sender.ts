/** A cooperative that sends savings to phones, in the plainest way: what the real one must agree with, answer by answer. */

export interface NaiveMember {
  savings: number;
  held: number;
  status: 'active' | 'suspended' | 'exiting' | 'exited';
  /** Whether the provider pays to its phone. */
  is_payable: boolean;
}

interface Sending {
  member: number;
  amount: number;
  kind: 'withdrawal' | 'exit';
  status: 'awaiting_approval' | 'paying' | 'posted' | 'failed' | 'rejected';
}

export class NaiveSender {
  readonly members: NaiveMember[];
  readonly sendings: Sending[] = [];
  /** What providers hold, and what of it is on hold. */
  float: number;
  reserved = 0;
  till = 0;
  is_enabled = true;
  private readonly threshold: number;

  constructor(members: NaiveMember[], { float, threshold }: { float: number; threshold: number }) {
    this.members = members;
    this.float = float;
    this.threshold = threshold;
  }

  deposit(no: number, amount: number): string {
    const member = this.at(no);
    if (!['active', 'suspended'].includes(member.status)) return 'member_not_active';
    member.savings += amount;
    this.till += amount;
    return 'posted';
  }

  withdrawCash(no: number, amount: number): string {
    const member = this.at(no);
    if (member.status !== 'active') return 'member_not_active';
    if (this.ofToday(no) + amount > this.threshold) return 'above_threshold';
    if (member.savings - member.held < amount) return 'insufficient_savings';
    if (this.till < amount) return 'insufficient_cash';
    member.savings -= amount;
    this.till -= amount;
    this.paid_in_cash.set(no, (this.paid_in_cash.get(no) ?? 0) + amount);
    return 'posted';
  }

  send(no: number, amount: number): string {
    const member = this.at(no);
    if (member.status !== 'active') return 'member_not_active';
    if (!this.is_enabled) return 'payouts_disabled';
    const sending: Sending = { member: no, amount, kind: 'withdrawal', status: 'paying' };
    if (this.ofToday(no) + amount > this.threshold) {
      this.sendings.push({ ...sending, status: 'awaiting_approval' });
      return 'awaiting_approval';
    }
    this.sendings.push(sending);
    return this.begin(sending);
  }

  exit(no: number): string {
    const member = this.at(no);
    if (member.status !== 'active') return 'member_not_active';
    const amount = member.savings;
    // What is checked of the provider comes before what is checked of the member's money only where there is money.
    if (this.sendings.some((each) => each.member === no && each.status === 'paying')) return 'not_closable';
    if (amount > 0 && !this.is_enabled) return 'payouts_disabled';
    member.status = 'exiting';
    this.sendings.push({ member: no, amount, kind: 'exit', status: 'awaiting_approval' });
    return 'awaiting_approval';
  }

  decide(index: number, verdict: 'approve' | 'reject'): string {
    const sending = this.sendings[index];
    if (!sending) return 'none';
    if (sending.status !== 'awaiting_approval') return 'already_decided';
    const member = this.at(sending.member);
    if (verdict === 'reject') {
      sending.status = 'rejected';
      if (sending.kind === 'exit') member.status = 'active';
      return 'rejected';
    }
    if (sending.kind === 'exit') sending.amount = member.savings;
    const refused = this.refusal(sending);
    if (refused) return this.fail(sending, refused);
    return this.begin(sending);
  }

  /** The next step of its payout. */
  process(index: number): string {
    const sending = this.sendings[index];
    if (sending?.status !== 'paying') return sending?.status ?? 'none';
    const member = this.at(sending.member);
    const may_be_paid = sending.kind === 'exit' || member.status === 'active';
    if (may_be_paid && !this.is_enabled) return 'paying';
    member.held -= sending.amount;
    this.reserved -= sending.amount;
    if (!may_be_paid) return this.fail(sending, 'member_not_active');
    if (!member.is_payable) return this.fail(sending, 'payout_failed');
    member.savings -= sending.amount;
    this.float -= sending.amount;
    sending.status = 'posted';
    if (sending.kind === 'exit') member.status = 'exited';
    return 'posted';
  }

  suspend(no: number, to: 'active' | 'suspended'): string {
    const member = this.at(no);
    if (member.status === 'exiting' || member.status === 'exited') return 'member_not_active';
    member.status = to;
    return to;
  }

  private readonly paid_in_cash = new Map<number, number>();

  private refusal({ kind, member, amount }: Sending): string | null {
    if (kind === 'withdrawal' && this.at(member).status !== 'active') return 'member_not_active';
    return amount > 0 && !this.is_enabled ? 'payouts_disabled' : null;
  }

  private begin(sending: Sending): string {
    const member = this.at(sending.member);
    if (sending.amount === 0) {
      sending.status = 'posted';
      member.status = 'exited';
      return 'posted';
    }
    if (member.savings - member.held < sending.amount) return this.fail(sending, 'insufficient_savings');
    if (this.float - this.reserved < sending.amount) return this.fail(sending, 'insufficient_float');
    member.held += sending.amount;
    this.reserved += sending.amount;
    sending.status = 'paying';
    return 'paying';
  }

  private fail(sending: Sending, reason: string): string {
    sending.status = 'failed';
    if (sending.kind === 'exit') this.at(sending.member).status = 'active';
    return `failed ${reason}`;
  }

  /** What was withdrawn today, is being paid out, or waits. */
  private ofToday(no: number): number {
    const counted = this.sendings.filter(
      ({ member, kind, status }) =>
        member === no && kind === 'withdrawal' && ['awaiting_approval', 'paying', 'posted'].includes(status),
    );
    return counted.reduce((sum, { amount }) => sum + amount, this.paid_in_cash.get(no) ?? 0);
  }

  private at(no: number): NaiveMember {
    return this.members[no] as NaiveMember;
  }
}
