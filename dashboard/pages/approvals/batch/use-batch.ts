/** Decides on several requests, one after the other; each line says what is known of it. */
import { AuthenticationError } from '@ushirika/sdk/transport';
import { useLayoutEffect, useRef, useState } from 'react';
import { currentSender } from '../../../api/client.ts';
import { useMe } from '../../../api/me.ts';
import { refreshAll } from '../../../api/reads.ts';
import type { Approval } from '../../../generated/wire.ts';
import { unconfirmed } from '../../../session/keeping.ts';
import { decideOne, type LineOutcome, type Verdict } from './decide-one.ts';

export type LineState = LineOutcome | { step: 'waiting' | 'sending' | 'checking' | 'not_sent' };

export interface Batch {
  /** Null until something is sent. */
  verdict: Verdict | null;
  is_busy: boolean;
  stateOf: (approval: Approval) => LineState;
  /** Does nothing while one is under way, or after it. */
  start: (verdict: Verdict, note: string) => void;
  /** Nothing more is sent after what is under way. */
  stop: () => void;
}

const WAITING: LineState = { step: 'waiting' };

export function useBatch(approvals: readonly Approval[]): Batch {
  const user_id = useMe()?.user.id;
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [is_busy, setBusy] = useState(false);
  const [states, setStates] = useState<ReadonlyMap<string, LineState>>(new Map());
  const has_begun = useRef(false);
  const is_stopped = useRef(false);
  // Where the page is left, what was not sent is not sent.
  useLayoutEffect(
    () => () => {
      is_stopped.current = true;
      unconfirmed.end(has_begun);
    },
    [],
  );

  const decideAll = async (wanted: Verdict, note: string): Promise<void> => {
    const sender = currentSender();
    const say = (id: string, state: LineState): void =>
      setStates((before) => new Map([...before, [id, state]]));
    for (const { id } of approvals) {
      if (is_stopped.current) {
        say(id, { step: 'not_sent' });
        continue;
      }
      say(id, { step: 'sending' });
      const decision = { approval_id: id, verdict: wanted, note };
      const outcome = await decideOne(decision, { sender, user_id }, () => say(id, { step: 'checking' }));
      say(id, outcome);
      // Whoever signs in again begins anew.
      if ('error' in outcome && outcome.error instanceof AuthenticationError) is_stopped.current = true;
    }
  };

  const start = (wanted: Verdict, note: string): void => {
    if (has_begun.current) return;
    has_begun.current = true;
    unconfirmed.begin(has_begun);
    setVerdict(wanted);
    setBusy(true);
    void decideAll(wanted, note).finally(() => {
      unconfirmed.end(has_begun);
      setBusy(false);
      void refreshAll();
    });
  };

  return {
    verdict,
    is_busy,
    stateOf: ({ id }) => states.get(id) ?? WAITING,
    start,
    stop: () => {
      is_stopped.current = true;
    },
  };
}
