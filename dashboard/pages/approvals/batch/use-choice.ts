/** The requests that are chosen to be decided together. One that has left the list is no longer chosen. */
import { useCallback, useRef, useState } from 'react';
import { useMe, useRole } from '../../../api/me.ts';
import type { Approval } from '../../../generated/wire.ts';
import { fitsChoice, wholeKind } from './choice.rules.ts';

export interface RequestChoice {
  /** Whether this person decides at all. */
  is_offered: boolean;
  chosen: readonly Approval[];
  /** Null where it cannot be chosen now. */
  isChosen: (approval: Approval) => boolean | null;
  toggle: (approval_id: string) => void;
  chooseKind: () => void;
  clear: () => void;
}

/** @param requests none where nothing is decided together */
export function useChoice(requests: readonly Approval[]): RequestChoice {
  const role = useRole();
  const user_id = useMe()?.user.id;
  const is_decider = role !== undefined && role !== 'maker';
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = requests.filter(({ id }) => ids.has(id));
  const latest = useRef({ requests, chosen, user_id, is_decider });
  latest.current = { requests, chosen, user_id, is_decider };

  const toggle = useCallback((approval_id: string) => {
    const now = latest.current;
    const request = now.requests.find(({ id }) => id === approval_id);
    if (!request || !now.is_decider || !fitsChoice(request, now.chosen, now.user_id)) return;
    const others = now.chosen.filter(({ id }) => id !== approval_id);
    setIds(idsOf(others.length < now.chosen.length ? others : [...others, request]));
  }, []);

  return {
    is_offered: is_decider,
    chosen,
    isChosen: (approval) =>
      is_decider && fitsChoice(approval, chosen, user_id) ? ids.has(approval.id) : null,
    toggle,
    chooseKind: () => setIds(idsOf(wholeKind(requests, chosen, user_id))),
    clear: () => setIds(new Set()),
  };
}

function idsOf(requests: readonly Approval[]): ReadonlySet<string> {
  return new Set(requests.map(({ id }) => id));
}
