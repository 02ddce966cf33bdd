/** The numbers of new members: the next ones of the scope's counter, or those that the cooperative has chosen. */
import { refusal } from '../../../core/errors.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { SaccoMember, SaccoSettings } from '../../cooperative/index.ts';
import { memberNo } from './member-number.rules.ts';

type Locker = Pick<ScopedUnit, 'trx' | 'scope'>;

/**
 * Counted under the lock of the settings until the transaction ends: no gaps. Numbers that the cooperative has chosen are left
 * out, and compared under the same lock.
 */
export class MemberNumbers {
  private readonly unit: Locker;
  private readonly taken: Set<string>;
  /** The next numbers of the counter that nobody had. */
  private readonly free: number[];
  private last: number;

  private constructor(unit: Locker, last: number, taken: Set<string>, free: number[]) {
    this.unit = unit;
    this.last = last;
    this.taken = taken;
    this.free = free;
  }

  /** Locks the counter, unless nobody joins. */
  static async lock(
    unit: Locker,
    joining: readonly { member_no: string | undefined }[],
  ): Promise<MemberNumbers> {
    if (joining.length === 0) return new MemberNumbers(unit, 0, new Set(), []);
    const last = await lockCounter(unit);
    const taken = new Set<string>();
    const free: number[] = [];
    let asked = joining.flatMap(({ member_no }) => member_no ?? []);
    // One for each, as one that was chosen may be the counter's next.
    for (let from = last + 1; free.length < joining.length; from += joining.length) {
      const next = joining.map((_, i) => from + i);
      for (const number of await takenOf(unit, [...asked, ...next.map(memberNo)])) taken.add(number);
      free.push(...next.filter((number) => !taken.has(memberNo(number))));
      asked = [];
    }
    return new MemberNumbers(unit, last, taken, free);
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

  /** Stores the last number of the counter. */
  async store(): Promise<void> {
    const { trx, scope } = this.unit;
    await SaccoSettings.query(trx).inScope(scope).patch({ last_member_no: this.last });
  }
}

/** The last number that a member was given. The settings stay locked until the transaction ends. */
async function lockCounter({ trx, scope }: Locker): Promise<number> {
  const row = await SaccoSettings.query(trx).inScope(scope).forNoKeyUpdate().select('last_member_no').first();
  return row?.last_member_no as number;
}

async function takenOf({ trx, scope }: Locker, numbers: string[]): Promise<string[]> {
  const members = await SaccoMember.query(trx)
    .inScope(scope)
    .whereIn('member_no', numbers)
    .select('member_no');
  return members.map(({ member_no }) => member_no);
}
