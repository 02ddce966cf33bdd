/** Deciding on a request. A decision has no idempotency key: its repeat is refused as decided, and then the request is read. */
import { useEffect } from 'react';
import { useIsManager, useMe, useRole } from '../../api/me.ts';
import { useSubmit, type Submission } from '../../api/submit.ts';
import type { Approval, ApprovalDetails } from '../../generated/wire.ts';

/** @param onDecided also called where somebody else decided first */
export function useDecision<Id extends `approvals.${'approve' | 'reject' | 'cancel'}`>(
  id: Id,
  onDecided: () => void,
): Submission<Id> {
  const submission = useSubmit(id);
  const is_decided = submission.is_answered || submission.error?.reason === 'already_decided';
  useEffect(() => {
    if (!is_decided) return;
    onDecided();
    // Once for each answer, even where the handler has changed.
  }, [is_decided]);
  return submission;
}

export interface Rights {
  /** Requested by whoever is signed in. */
  is_own: boolean;
  may_decide: boolean;
  may_cancel: boolean;
}

/** @param details as the API reports it; until it is read the role tells what is likely */
export function useRights(approval: Approval, details: ApprovalDetails | undefined): Rights {
  const user_id = useMe()?.user.id;
  const role = useRole();
  const is_manager = useIsManager();
  const { requested_by } = approval;
  const is_own = requested_by.type === 'user' && requested_by.id === user_id;
  const is_pending = (details ?? approval).status === 'pending';
  const is_decider = role !== undefined && role !== 'maker';
  return {
    is_own,
    may_decide: is_pending && (details?.may_decide ?? (is_decider && !is_own)),
    may_cancel: is_pending && (is_own || is_manager),
  };
}
