/** The values of a form's fields as they are typed, and their faults once somebody has tried to send it. */
import { useLayoutEffect, useState } from 'react';
import type { Sending } from '../api/submit.ts';
import { drafts, endTyped, unsent } from '../session/keeping.ts';
import { currentSession } from '../session/session.ts';
import { fieldError } from '../ui/faults/error-alert.tsx';

/** What is wrong with each field, in words; false, null or undefined where nothing is. */
export type Faults<Values> = { readonly [Name in keyof Values]?: string | false | null | undefined };

/** The props of a field. */
export interface FieldProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
  disabled: boolean;
}

/** The part of a form that its frame needs. */
export interface FormState {
  sending: Sending;
  /** Fields of the request whose faults are shown beside a field; complete once the fields are rendered. */
  shown: readonly string[];
  /** Shows the faults from now on. @returns whether there are none */
  attempt: () => boolean;
}

export interface Form<Values> extends FormState {
  values: Values;
  change: (values: Partial<Values>) => void;
  /** Somebody has tried to send it. */
  was_sent: boolean;
  /** @param paths the fields of the request that it fills; its own name if not given */
  field: <Name extends keyof Values & string>(name: Name, ...paths: string[]) => FieldProps<Values[Name]>;
  /** The API's fault of one field of the request, for a field that shows it. */
  faultAt: (path: string) => string | undefined;
  /** Back to the beginning, or to these values. */
  clear(to?: Values): void;
  /** They are what the server has from now on: typed further, they are unsent again. */
  keep(): void;
}

interface FormOptions {
  hasDraft?: boolean;
  /** Of what the form begins with. Once it is another, the form begins again, unless somebody has typed something. */
  version?: string;
}

/**
 * While something is typed and not sent, leaving the page asks first (session/keeping.ts).
 * @param faultsOf the faults that the form finds; the API's faults are shown where it finds none
 */
export function useForm<Values extends object>(
  sending: Sending,
  initial: Values | (() => Values),
  faultsOf: (values: Values) => Faults<Values> = () => ({}),
  { hasDraft = false, version = '' }: FormOptions = {},
): Form<Values> {
  const [begun, setBegun] = useState(initial);
  const [begun_version, setBegunVersion] = useState(version);
  const [values, setValues] = useState(begun);
  useTyped(sending.holder, values, begun, hasDraft);
  const [was_sent, setWasSent] = useState(false);
  const clear = (to?: Values): void => {
    const next = to ?? (typeof initial === 'function' ? initial() : initial);
    setBegun(next);
    setValues(next);
    setWasSent(false);
  };
  if (version !== begun_version && !isChanged(begun, values)) {
    setBegunVersion(version);
    clear();
  }
  const faults = faultsOf(values);
  const shown: string[] = [];
  const change = (some: Partial<Values>): void => setValues((before) => ({ ...before, ...some }));
  const faultAt = (path: string): string | undefined => {
    shown.push(path);
    return fieldError(sending.error, path);
  };
  return {
    sending,
    shown,
    values,
    change,
    was_sent,
    faultAt,
    attempt: () => {
      setWasSent(true);
      return Object.values(faults).every((fault) => !fault);
    },
    field: (name, ...paths) => {
      const refused = (paths.length === 0 ? [name] : paths).map(faultAt).find(Boolean);
      return {
        value: values[name],
        onChange: (value) => change({ [name]: value } as unknown as Partial<Values>),
        error: (was_sent && faults[name]) || refused,
        disabled: sending.is_busy,
      };
    },
    clear,
    keep: () => setBegun(values),
  };
}

function isChanged<Values extends object>(begun: Values, values: Values): boolean {
  return (Object.keys(values) as (keyof Values)[]).some((name) => values[name] !== begun[name]);
}

/** Who is not signed in has typed nothing yet that takes long. */
function useTyped<Values extends object>(
  holder: object,
  values: Values,
  begun: Values,
  has_draft: boolean,
): void {
  // Before another page asks whether this one may be left.
  useLayoutEffect(() => {
    if (isChanged(begun, values) && currentSession()) (has_draft ? drafts : unsent).begin(holder);
    return () => endTyped(holder);
  }, [holder, values, begun, has_draft]);
}
