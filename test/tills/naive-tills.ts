/** Vault, tills, sessions and a bank account as simply as possible, to compare the real ones with; amounts are minor units. */

export interface NaiveSession {
  teller: number;
  till: number;
  status: 'opening' | 'open' | 'closing' | 'closed' | 'cancelled';
  opening: number;
  in: number;
  out: number;
  counted: number | null;
}

/** What waits for the checker. */
export type NaiveRequest =
  | { what: 'float' | 'difference' | 'return'; session: number; amount: number }
  | { what: 'carry'; from: number | null; to: number | null; amount: number; sessions: number[] }
  | { what: 'banking'; amount: number };

const LIVE = new Set(['opening', 'open', 'closing']);

export class NaiveTills {
  vault: number;
  savings = 0;
  bank = 0;
  readonly tills: number[];
  readonly sessions: NaiveSession[] = [];
  /** By the order in which they were asked for; null once decided. */
  readonly requests: (NaiveRequest | null)[] = [];

  constructor(vault: number, tills: number) {
    this.vault = vault;
    this.tills = Array.from({ length: tills }, () => 0);
  }

  private live(is: (session: NaiveSession) => boolean): number {
    return this.sessions.findIndex((each) => LIVE.has(each.status) && is(each));
  }

  /** The session in which that teller may take and pay. */
  private openOf(teller: number): NaiveSession | undefined {
    return this.sessions.find((each) => each.status === 'open' && each.teller === teller);
  }

  liveOf(teller: number): number {
    return this.live((each) => each.teller === teller);
  }

  open(teller: number, till: number, amount: number): string {
    if (this.live((each) => each.till === till) >= 0) return 'till_open';
    if (this.liveOf(teller) >= 0) return 'session_open';
    const session = this.sessions.length;
    this.sessions.push({ teller, till, status: 'opening', opening: amount, in: 0, out: 0, counted: null });
    this.requests.push({ what: 'float', session, amount });
    return 'waits';
  }

  deposit(teller: number, amount: number): string {
    const session = this.openOf(teller);
    if (!session) return 'no_open_till';
    this.savings += amount;
    this.take(session, amount);
    return 'posted';
  }

  withdraw(teller: number, amount: number): string {
    const session = this.openOf(teller);
    if (!session) return 'no_open_till';
    if (amount > this.savings) return 'insufficient_savings';
    if (amount > (this.tills[session.till] as number)) return 'insufficient_cash';
    this.savings -= amount;
    this.take(session, -amount);
    return 'posted';
  }

  depositFromBank(amount: number): string {
    this.savings += amount;
    this.bank += amount;
    return 'posted';
  }

  /** @param amount to the bank; negative where it comes from there */
  askBanking(amount: number): string {
    this.requests.push({ what: 'banking', amount });
    return 'waits';
  }

  /** Null: the vault. */
  carry(from: number | null, to: number | null, amount: number): string {
    const sessions = [from, to].flatMap((till) => {
      if (till === null) return [];
      return [this.sessions.findIndex((each) => each.status === 'open' && each.till === till)];
    });
    if (sessions.includes(-1)) return 'no_open_till';
    this.requests.push({ what: 'carry', from, to, amount, sessions });
    return 'waits';
  }

  close(index: number, difference: number): string {
    const session = this.sessions[index] as NaiveSession;
    if (session.status !== 'open') return 'session_not_open';
    session.status = 'closing';
    session.counted = this.expected(session) + difference;
    if (difference === 0) this.askReturn(index);
    else this.requests.push({ what: 'difference', session: index, amount: difference });
    return this.sessions[index]?.status === 'closed' ? 'closed' : 'waits';
  }

  expected({ opening, in: taken, out }: NaiveSession): number {
    return opening + taken - out;
  }

  decide(index: number, approved: boolean): string {
    const request = this.requests[index];
    if (!request) return 'already_decided';
    this.requests[index] = null;
    if (request.what === 'banking') return approved ? this.bankCash(request.amount) : 'rejected';
    return request.what === 'carry' ? this.carryOut(request, approved) : this.decideOn(request, approved);
  }

  private bankCash(amount: number): string {
    if (amount > this.vault) return 'insufficient_cash';
    if (-amount > this.bank) return 'insufficient_bank';
    this.vault -= amount;
    this.bank += amount;
    return 'posted';
  }

  private carryOut(
    { from, to, amount, sessions }: Extract<NaiveRequest, { what: 'carry' }>,
    approved: boolean,
  ): string {
    if (!approved) return 'rejected';
    if (sessions.some((each) => this.sessions[each]?.status !== 'open')) return 'session_not_open';
    if (amount > (from === null ? this.vault : (this.tills[from] as number))) return 'insufficient_cash';
    for (const each of sessions) {
      const session = this.sessions[each] as NaiveSession;
      this.take(session, session.till === to ? amount : -amount);
    }
    if (from === null) this.vault -= amount;
    if (to === null) this.vault += amount;
    return 'posted';
  }

  private decideOn(
    { what, session: index, amount }: Extract<NaiveRequest, { session: number }>,
    approved: boolean,
  ): string {
    const session = this.sessions[index] as NaiveSession;
    const has_float = what !== 'float' || amount <= this.vault;
    if (!approved || !has_float) {
      session.status = what === 'float' ? 'cancelled' : 'open';
      session.counted = null;
      return approved ? 'insufficient_cash' : 'rejected';
    }
    if (what === 'float') {
      this.vault -= amount;
      this.tills[session.till] = amount;
      session.status = 'open';
    }
    if (what === 'difference') {
      this.take(session, amount);
      this.askReturn(index);
    }
    if (what === 'return') {
      this.vault += amount;
      this.tills[session.till] = 0;
      session.status = 'closed';
    }
    return 'posted';
  }

  private askReturn(index: number): void {
    const session = this.sessions[index] as NaiveSession;
    if (session.counted === 0) session.status = 'closed';
    else this.requests.push({ what: 'return', session: index, amount: session.counted as number });
  }

  /** @param amount negative where it is paid */
  private take(session: NaiveSession, amount: number): void {
    this.tills[session.till] = (this.tills[session.till] as number) + amount;
    if (amount > 0) session.in += amount;
    else session.out -= amount;
  }
}
