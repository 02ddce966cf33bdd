/** The dialog about the chosen requests opens once each of them has been read. */
import { useEffect, useRef, useState } from 'react';
import { readNow } from '../../../api/reads.ts';
import type { Approval } from '../../../generated/wire.ts';
import { keysAreTaken } from '../../../shell/shortcuts.tsx';
import type { ChosenRequest } from './lines.rules.ts';

const OPENING_KEY = 'X';

export interface Opening {
  is_reading: boolean;
  /** Null while the dialog is closed. */
  requests: readonly ChosenRequest[] | null;
  open: () => void;
  close: () => void;
}

export function useOpening(chosen: readonly Approval[]): Opening {
  const [is_reading, setReading] = useState(false);
  const [requests, setRequests] = useState<readonly ChosenRequest[] | null>(null);
  const open = async (): Promise<void> => {
    if (chosen.length === 0 || is_reading || requests) return;
    setReading(true);
    setRequests(await Promise.all(chosen.map(readRequest)));
    setReading(false);
  };
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!keysAreTaken(event) && event.key === OPENING_KEY) void latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return { is_reading, requests, open: () => void open(), close: () => setRequests(null) };
}

async function readRequest(approval: Approval): Promise<ChosenRequest> {
  return { approval, details: await readNow('approvals.get', { approval: approval.id }).catch(() => null) };
}
