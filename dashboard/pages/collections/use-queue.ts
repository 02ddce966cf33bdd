/** The cash that the person shown has taken on this device, and sending it while the page is open. */
import { useEffect, useMemo, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { usePlace } from '../../session/place.ts';
import { changeTaken, keepTaken, onTakenChange, readTaken } from './device.ts';
import { again, byTime, type Owner, type Taken } from './queue.rules.ts';
import { sendWaiting } from './send-waiting.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

export interface Queue {
  /** Null until it is known. */
  owner: Owner | null;
  /** In the order of time; null until it is read. */
  taken: readonly Taken[] | null;
  is_sending: boolean;
  /** Sends what waits. */
  send: () => void;
  /** On the disk when it returns. */
  keep: (taken: Taken) => Promise<void>;
  /** Sends as a new request what was refused. */
  tryAgain: (refused: Taken) => Promise<void>;
  /** Whoever took the cash has given it back, or booked it otherwise. */
  settle: (refused: Taken) => Promise<void>;
}

export function useQueue(): Queue {
  const owner = useOwner();
  const taken = useTaken(owner);
  const [turns, setTurns] = useState(0);
  const [is_sending, setIsSending] = useState(false);
  const waiting = (taken ?? []).filter(({ state }) => state === 'waiting').length;
  const send = (): void => setTurns((before) => before + 1);

  // With each cash taken, when the network is back, and again until all of it is answered.
  useEffect(() => {
    if (!owner || waiting === 0) return undefined;
    let wait_ms = FIRST_WAIT_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let has_ended = false;
    const attempt = async (): Promise<void> => {
      setIsSending(true);
      const is_done = await sendWaiting(owner).catch(() => false);
      if (has_ended) return;
      setIsSending(false);
      if (is_done) return;
      timer = setTimeout(() => void attempt(), wait_ms);
      wait_ms = Math.min(wait_ms * 2, LONGEST_WAIT_MS);
    };
    void attempt();
    return () => {
      has_ended = true;
      setIsSending(false);
      clearTimeout(timer);
    };
  }, [owner, waiting, turns]);

  useEffect(() => {
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, []);

  return {
    owner,
    taken,
    is_sending,
    send,
    keep: keepTaken,
    tryAgain: (refused) => changeTaken(refused, again(refused, crypto.randomUUID())),
    settle: (refused) => changeTaken(refused, null),
  };
}

function useOwner(): Owner | null {
  const { project_id, environment } = usePlace();
  const user_id = useMe()?.user.id;
  return useMemo(
    () => (user_id === undefined || project_id === null ? null : { user_id, project_id, environment }),
    [user_id, project_id, environment],
  );
}

function useTaken(owner: Owner | null): readonly Taken[] | null {
  const [taken, setTaken] = useState<readonly Taken[] | null>(null);
  useEffect(() => {
    if (!owner) return undefined;
    let is_over = false;
    const readAgain = async (): Promise<void> => {
      const found = await readTaken(owner);
      if (!is_over) setTaken(byTime(found));
    };
    void readAgain();
    const stop = onTakenChange(() => void readAgain());
    return () => {
      is_over = true;
      stop();
    };
  }, [owner]);
  return taken;
}
