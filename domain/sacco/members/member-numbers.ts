/** The numbers of new members: the next ones of the scope's counter, or those that the SACCO has chosen. */
import { refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { lockMemberCounter, setMemberCounter } from '../settings.ts';
import { SaccoMember } from './member.model.ts';
import { memberNo } from './member.rules.ts';

/**
 * Counted under the lock of the settings, given back with the transaction: no gaps. Numbers of the SACCO's own are left out, and
 * compared under the same lock.
 */
export class MemberNumbers {
  private readonly trx: Transaction;
  private readonly scope: Scope;
  private readonly taken: Set<string>;
  /** The next numbers of the counter that nobody had. */
  private readonly free: number[];
  private last: number;

  private constructor(trx: Transaction, scope: Scope, last: number, taken: Set<string>, free: number[]) {
    this.trx = trx;
    this.scope = scope;
    this.last = last;
    this.taken = taken;
    this.free = free;
  }

  /** Locks the counter where anybody joins. */
  static async lock(
    trx: Transaction,
    scope: Scope,
    joining: readonly { member_no: string | undefined }[],
  ): Promise<MemberNumbers> {
    if (joining.length === 0) return new MemberNumbers(trx, scope, 0, new Set(), []);
    const last = await lockMemberCounter(trx, scope);
    const taken = new Set<string>();
    const free: number[] = [];
    let asked = joining.flatMap(({ member_no }) => member_no ?? []);
    // One for each, as one that was chosen may be the counter's next.
    for (let from = last + 1; free.length < joining.length; from += joining.length) {
      const next = joining.map((_, i) => from + i);
      for (const number of await takenOf(trx, scope, [...asked, ...next.map(memberNo)])) taken.add(number);
      free.push(...next.filter((number) => !taken.has(memberNo(number))));
      asked = [];
    }
    return new MemberNumbers(trx, scope, last, taken, free);
  }

  /** @throws AppError `member_no_taken` */
  take(chosen: string | undefined): string {
    const number = chosen ?? this.next();
    if (this.taken.has(number)) throw refusal('member_no_taken');
    this.taken.add(number);
    return number;
  }

  private next(): string {
    do this.last = this.free.shift() as number;
    while (this.taken.has(memberNo(this.last)));
    return memberNo(this.last);
  }

  /** Stores how far the counter came. */
  async store(): Promise<void> {
    await setMemberCounter(this.trx, this.scope, this.last);
  }
}

async function takenOf(trx: Transaction, scope: Scope, numbers: string[]): Promise<string[]> {
  const members = await SaccoMember.query(trx)
    .inScope(scope)
    .whereIn('member_no', numbers)
    .select('member_no');
  return members.map(({ member_no }) => member_no);
}
