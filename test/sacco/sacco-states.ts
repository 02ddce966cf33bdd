/** What can be read of a SACCO after a history, and the same of the naive one. */
import { KINDS_IN_FIGURES } from './naive-books.ts';
import { answerOf } from './naive-entry.ts';
import type { NaiveSacco } from './naive-sacco.ts';
import type { RealSacco } from './real-sacco.ts';

export async function realState(real: RealSacco): Promise<unknown> {
  const members = await real.rows('sacco_members', 'id');
  const credits = await real.rows('sacco_payment_credits', 'payment_id');
  const entries = await real.entryRows();
  const approvals = await real.rows('sacco_approvals', 'id');
  const ids = {
    cash: real.account('cash_on_hand'),
    fees: real.account('fee_income'),
    merchant: real.account('merchant_available'),
    bank: await real.defined('1100'),
    equipment: await real.defined('1500'),
  };
  const own = members.map(({ id }) => [
    real.account('member_savings', id),
    real.account('member_shares', id),
  ]);
  const balances = await real.ctx.ledger.balances([...Object.values(ids), ...own.flat()], real.now);
  const available = (id: string): number => {
    const found = balances.get(id);
    return found ? Number(found.credits_posted - found.debits_posted - found.debits_pending) : 0;
  };
  return {
    cash: 0 - available(ids.cash),
    bank: 0 - available(ids.bank),
    equipment: 0 - available(ids.equipment),
    fees: available(ids.fees),
    merchant: available(ids.merchant),
    members: members.map((each, i) => ({
      no: each.member_no,
      status: each.status,
      fee_paid: each.entrance_fee_paid,
      holds: own[i]?.map(available),
    })),
    entries: entries.map((entry) => `${Number(entry.amount_minor)} ${answerOf(entry)}`),
    approvals: approvals.map(({ status }) => status),
    credits: real.payments.map((id) => credits.find(({ payment_id }) => payment_id === id).status),
    periods: await real.periods(KINDS_IN_FIGURES),
  };
}

export function naiveState(naive: NaiveSacco): unknown {
  return {
    cash: naive.holds('cash'),
    bank: naive.holds('bank'),
    equipment: naive.holds('equipment'),
    fees: naive.holds('fees'),
    merchant: naive.holds('merchant'),
    members: naive.members.map((member) => ({
      no: member.no,
      status: member.status,
      fee_paid: member.fee_paid,
      holds: [naive.holds('savings', member), naive.holds('shares', member)],
    })),
    entries: naive.entries.map((entry) => `${entry.amount} ${answerOf(entry)}`),
    approvals: naive.approvals.map(({ approval }) => approval),
    credits: naive.payments.map(({ status }) => status),
    periods: naive.periods.all.map((period) => ({
      first: period.first,
      last: period.last,
      status: period.status,
      figures: period.has_figures ? naive.figuresOf(period) : null,
    })),
  };
}
