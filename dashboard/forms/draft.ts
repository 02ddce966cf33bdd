/**
 * A long form that keeps what is typed as a draft of this tab, person, project and environment, until it is sent or begun again.
 */
import { useEffect, useMemo, useRef } from 'react';
import { useMe } from '../api/me.ts';
import type { Sending } from '../api/submit.ts';
import { endTyped } from '../session/keeping.ts';
import { usePlace } from '../session/place.ts';
import { useForm, type Faults, type Form } from './form.ts';

export interface DraftForm<Values> extends Form<Values> {
  /** What is shown was typed before. */
  is_draft: boolean;
  /** It was sent, or is given up. */
  forget: () => void;
}

/** @param name of the draft; what it keeps must be JSON. @param initial the same object each time */
export function useDraftForm<Values extends object>(
  name: string,
  sending: Sending,
  initial: Values,
  faultsOf: (values: Values) => Faults<Values>,
): DraftForm<Values> {
  const { project_id, environment } = usePlace();
  const user_id = useMe()?.user.id;
  const key = ['ushirika.draft', name, user_id, project_id, environment].join('.');
  const stored = useMemo(() => storedDraft<Values>(key), [key]);
  const form = useForm(sending, { ...initial, ...stored }, faultsOf, { hasDraft: true });
  const shown = useRef(form.values);
  useEffect(() => {
    if (form.values === shown.current) return;
    shown.current = form.values;
    if (form.values === initial) return;
    sessionStorage.setItem(key, JSON.stringify(form.values));
  }, [form.values, key]);
  const forget = (): void => {
    sessionStorage.removeItem(key);
    endTyped(sending.holder);
  };
  return {
    ...form,
    is_draft: stored !== null,
    forget,
    clear: (to = initial) => {
      forget();
      form.clear(to);
    },
  };
}

function storedDraft<Values>(key: string): Partial<Values> | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Partial<Values>);
}
