/** What each event of a history does to the real SACCO and to the naive one, with both answers. */
import { newUuid } from '../../core/ids.ts';
import type { Crash } from './naive-entry.ts';
import type { NaiveSacco } from './naive-sacco.ts';
import type { RealSacco, Request } from './real-sacco.ts';
import type { Event } from './sacco-events.ts';

/** Applies an event to the real SACCO; the member, approval or payment is looked up as late as possible. */
export async function applyToReal(real: RealSacco, event: Event): Promise<unknown> {
  switch (event.what) {
    case 'join':
      return real.join(event.customer, event.own, event.pay_fee, event.crash);
    case 'request': {
      const { customer: no, by, entry: its } = event;
      const of_member = !/^(?:cash|expense|journal)/.test(its.kind);
      const member_id = (of_member && (await real.memberOf(no))) || null;
      if (of_member && !member_id) return undefined;
      const request: Request = { key: newUuid(), by, entry: its, customer: no, member_id };
      real.requests.push(request);
      return real.sendRequest(request, event.crash);
    }
    case 'repeat': {
      const request = real.requests.at(-1 - event.which);
      return request && real.sendRequest(request, event.crash);
    }
    case 'reverse':
      return real.reverse(event.which, event.by);
    case 'approve':
    case 'reject':
    case 'cancel': {
      const id = await real.approval(event.which);
      if (!id) return undefined;
      if (event.what === 'approve') return real.approve(id, event.by, event.crash);
      return event.what === 'reject' ? real.reject(id, event.by) : real.cancel(id, event.by);
    }
    case 'suspend':
    case 'reactivate': {
      const member_id = await real.memberOf(event.customer);
      return member_id && real.setStatus(member_id, event.what === 'suspend' ? 'suspended' : 'active');
    }
    case 'freeze':
    case 'unfreeze':
      return real.change(event.customer, event.what);
    case 'pay': {
      const member_id = await real.memberOf(event.customer);
      return member_id && real.pay(member_id, event.amount, event.purpose);
    }
    case 'spend':
      return real.spend(event.amount);
    case 'settings':
      return real.set({
        withdrawal_approval_minor: event.threshold === null ? null : BigInt(event.threshold),
        entrance_fee_minor: BigInt(event.fee),
        utc_offset_minutes: event.offset_hours * 60,
      });
    case 'close':
      return real.close(event.days_ago, event.by);
    case 'reopen':
      return real.reopen(event.which, event.by);
    case 'advance clock':
      return real.advanceClock();
    case 'sweep':
      return real.sweep();
    case 'credit':
    case 'refund':
    case 'end refund':
    default: {
      const payment = real.payments.at(-1 - event.which);
      if (!payment) return undefined;
      if (event.what === 'credit') return real.credit(payment, event.crash);
      return event.what === 'refund' ? real.refund(payment) : real.endRefund(payment, event.succeeded);
    }
  }
}

/** Applies it to the naive SACCO, which has the requests by the same keys. */
export function applyToNaive(naive: NaiveSacco, real: RealSacco, event: Event, answer: unknown): unknown {
  switch (event.what) {
    case 'join':
      return naive.join(event.customer, event.own, event.pay_fee, event.crash);
    case 'request': {
      if (answer === undefined) return naive.memberOf(event.customer);
      return requestOfNaive(naive, real.requests.at(-1) as Request, event.crash);
    }
    case 'repeat': {
      const request = real.requests.at(-1 - event.which);
      return request && requestOfNaive(naive, request, event.crash);
    }
    case 'reverse': {
      const entry = naive.entries.at(-1 - event.which);
      return entry && naive.reverse(entry, event.by);
    }
    case 'approve':
    case 'reject':
    case 'cancel': {
      const waiting = naive.approvals.at(-1 - event.which);
      if (!waiting) return undefined;
      if (event.what === 'approve') return naive.approve(waiting, event.by, event.crash);
      return event.what === 'reject' ? naive.reject(waiting, event.by) : naive.cancel(waiting, event.by);
    }
    case 'suspend':
    case 'reactivate': {
      const member = naive.memberOf(event.customer);
      return member && naive.setStatus(member, event.what === 'suspend' ? 'suspended' : 'active');
    }
    case 'freeze':
      naive.frozen.add(event.customer);
      return undefined;
    case 'unfreeze':
      naive.frozen.delete(event.customer);
      return undefined;
    case 'pay': {
      const member = naive.memberOf(event.customer);
      return member && naive.pay(member, event.amount, event.purpose);
    }
    case 'spend':
      return naive.spend(event.amount);
    case 'settings': {
      const { threshold, fee, offset_hours } = event;
      return naive.set({ threshold, fee, offset_hours });
    }
    case 'close':
      return naive.close(event.days_ago, event.by);
    case 'reopen':
      return naive.reopen(event.which, event.by);
    case 'advance clock':
      naive.utc_hours += answer as number;
      return answer;
    case 'sweep':
      return naive.sweep();
    case 'credit':
    case 'refund':
    case 'end refund':
    default: {
      const payment = naive.payments.at(-1 - event.which);
      if (!payment) return undefined;
      if (event.what === 'credit') return naive.credit(payment, event.crash);
      return event.what === 'refund' ? naive.refund(payment) : naive.endRefund(payment, event.succeeded);
    }
  }
}

/** Which membership a request was for, by the order of the customer's memberships. */
const membership = new Map<string, NaiveSacco['members'][number]>();

function requestOfNaive(naive: NaiveSacco, request: Request, crash_at: Crash): string {
  const { key, by, entry: its, customer: no, member_id } = request;
  const member = member_id === null ? null : (membership.get(member_id) ?? naive.memberOf(no) ?? null);
  if (member_id !== null && member) membership.set(member_id, member);
  return naive.request(key, by, its, member, crash_at);
}
