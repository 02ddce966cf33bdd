/** One of several decisions. What the service says of it afterwards is what is shown. */
import type { UshirikaError } from '@ushirika/sdk/transport';
import { call, isUnreachable, type Sender } from '../../../api/client.ts';
import { sendUntilAnswered } from '../../../api/resend.ts';
import type { Approval, Entry } from '../../../generated/wire.ts';

export type Verdict = 'approve' | 'reject';

export type LineOutcome =
  | {
      step: 'decided';
      approval: Approval;
      /** The movement that was approved. */
      entry: Entry | null;
      /** Somebody else decided before. */
      is_meanwhile: boolean;
    }
  /** It waits as before. */
  | { step: 'refused'; error: UshirikaError }
  /** Neither the decision nor the request could be read. */
  | { step: 'unknown'; error: UshirikaError };

export interface Decision {
  approval_id: string;
  verdict: Verdict;
  /** '' for none. */
  note: string;
}

/** A decision is made once: its repeat is refused, and then the request shows who made it. */
export async function decideOne(
  { approval_id: approval, verdict, note }: Decision,
  { sender, user_id }: { sender: Sender; user_id: string | undefined },
  onNoAnswer: () => void,
): Promise<LineOutcome> {
  const send = async (): Promise<LineOutcome> => {
    if (verdict === 'reject') {
      const { data } = await call('approvals.reject', { approval, note }, { sender });
      return { step: 'decided', approval: data, entry: null, is_meanwhile: false };
    }
    const { data } = await call('approvals.approve', { approval, note: note || undefined }, { sender });
    return { step: 'decided', approval: data.approval, entry: data.entry ?? null, is_meanwhile: false };
  };
  let is_repeat = false;
  try {
    return await sendUntilAnswered(send, (error) => {
      is_repeat ||= isUnreachable(error);
      onNoAnswer();
    });
  } catch (thrown) {
    const error = thrown as UshirikaError;
    const read = <T>(send_once: () => Promise<{ data: T }>): Promise<T | null> =>
      sendUntilAnswered(send_once).then(
        ({ data }) => data,
        () => null,
      );
    const now = await read(() => call('approvals.get', { approval }, { sender }));
    // Only the refusal of a first request proves that nothing was decided.
    const is_refusal = !is_repeat && error.status !== undefined && error.status < 500;
    if (!now) return { step: is_refusal ? 'refused' : 'unknown', error };
    if (now.status === 'pending') return { step: 'refused', error };
    const { entry_id } = now;
    const is_booked = now.status === 'approved' && entry_id !== null;
    return {
      step: 'decided',
      approval: now,
      entry: is_booked ? await read(() => call('sacco.entries.get', { entry: entry_id }, { sender })) : null,
      is_meanwhile: now.decided_by?.id !== user_id,
    };
  }
}
