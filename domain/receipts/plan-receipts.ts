/** What receipts are for, many at a time: those of one member in their order, each after what is on its way already. */
import { localDateAt } from '../../core/local-date.ts';
import type { Queryable } from '../../db/connection.ts';
import { waterfallOf, type SettingsRow } from '../cooperative/index.ts';
import { accountId, balanceOf, ZERO_BALANCES } from '../ledger/index.ts';
import { openLoansOf } from '../loans/index.ts';
import type { receiptRows } from '../movements/index.ts';
import type { Context } from '../platform/context.ts';
import type { Scope } from '../../core/scope.ts';
import { groupBy } from '../../core/group-by.ts';
import { lockForPlans, readPlans } from './allocate-receipts.sql.ts';
import { afterParts, demandsFor, planParts, type MemberNeeds } from './waterfall.rules.ts';

type PlannedPart = receiptRows.PlannedPart;

interface PlanReader {
  ctx: Pick<Context, 'ledger'>;
  db: Queryable;
}

export interface ReceiptToPlan {
  scope: Scope;
  settings: SettingsRow;
  member_id: string;
  /** The open loan that was named. */
  loan_id: string | null;
  amount_minor: bigint;
}

/**
 * Members whose loans or shares count are locked until the transaction ends: nothing else is planned for them meanwhile.
 * @param member_ids all members whom the transaction locks
 * @returns in their order, the parts of each
 */
export async function planReceipts(
  reader: PlanReader,
  receipts: readonly ReceiptToPlan[],
  member_ids: readonly string[],
): Promise<PlannedPart[][]> {
  const needs = await needsOf(reader, receipts, member_ids);
  return receipts.map(({ settings, member_id, loan_id, amount_minor }) => {
    const now = needs.get(member_id) as MemberNeeds;
    const plan = planParts(amount_minor, waterfallOf(settings), demandsFor(now, loan_id));
    needs.set(member_id, afterParts(now, plan));
    return plan;
  });
}

/** What each member needs once everything that is planned is booked. */
async function needsOf(
  { ctx, db }: PlanReader,
  receipts: readonly ReceiptToPlan[],
  member_ids: readonly string[],
): Promise<Map<string, MemberNeeds>> {
  const asksFor = ({ settings, loan_id }: ReceiptToPlan, what: 'loans' | 'shares'): boolean =>
    (what === 'loans' && loan_id !== null) || waterfallOf(settings).some((step) => step.endsWith(what));
  const repaying = receipts.filter((receipt) => asksFor(receipt, 'loans'));
  const buying = receipts.filter((receipt) => asksFor(receipt, 'shares'));
  const concerned = [...new Set([...repaying, ...buying].map(({ member_id }) => member_id))];
  // Members are locked in one order, so that all who are locked later are locked here.
  if (concerned.length > 0) await lockForPlans(db, { member_ids });
  // Read before what it changes: then nothing is planned twice that was booked meanwhile.
  const planned = concerned.length === 0 ? [] : await readPlans(db, { member_ids: concerned });
  const todays = new Map(
    repaying.map(({ member_id, scope, settings }) => [
      member_id,
      localDateAt(scope.clock.now(), settings.utc_offset_minutes),
    ]),
  );
  const loans = await openLoansOf(db, todays);
  const missing = await missingShares(ctx, buying);
  const plans = groupBy(planned, ({ member_id }) => member_id);
  return new Map(
    receipts.map(({ member_id }) => {
      const stored = {
        loans: loans.get(member_id) ?? [],
        missing_shares_minor: missing.get(member_id) ?? 0n,
      };
      return [
        member_id,
        afterParts(
          stored,
          (plans.get(member_id) ?? []).flatMap(({ plan }) => plan),
        ),
      ];
    }),
  );
}

/** What members lack in shares, in minor units. */
async function missingShares(
  { ledger }: Pick<Context, 'ledger'>,
  receipts: readonly ReceiptToPlan[],
): Promise<Map<string, bigint>> {
  const missing = new Map<string, bigint>();
  const accountOf = ({ scope, settings: { currency }, member_id }: ReceiptToPlan): string =>
    accountId(scope, { kind: 'member_shares', currency, owner: member_id });
  for (const some of groupBy(receipts, ({ scope }) => scope.clock.offset_ms).values()) {
    const ids = [...new Set(some.map(accountOf))];
    const balances = await ledger.balances(ids, (some[0] as ReceiptToPlan).scope.clock.now());
    for (const receipt of some) {
      const shares = balanceOf('member_shares', balances.get(accountOf(receipt)) ?? ZERO_BALANCES);
      const { min_share_capital_minor } = receipt.settings;
      missing.set(
        receipt.member_id,
        shares < min_share_capital_minor ? min_share_capital_minor - shares : 0n,
      );
    }
  }
  return missing;
}
