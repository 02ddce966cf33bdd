/** The fields of a form as they are typed, and their faults once somebody tried to send it. */
import { useState } from 'react';
import type { Sending } from '../api/submit.ts';
import { fieldError } from '../ui/faults/error-alert.tsx';

/** What is wrong with a field, in words; anything else where nothing is. */
export type Faults<Values> = { readonly [Name in keyof Values]?: string | false | null | undefined };

/** What a field takes. */
export interface FieldProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
  disabled: boolean;
}

/** What the frame of a form needs to know of it. */
export interface FormState {
  sending: Sending;
  /** Fields of the request whose faults are shown beside a field; complete once the fields are rendered. */
  shown: readonly string[];
  /** From now on faults are shown. @returns whether there are none */
  attempt: () => boolean;
}

export interface Form<Values> extends FormState {
  values: Values;
  change: (values: Partial<Values>) => void;
  /** Somebody tried to send it. */
  was_sent: boolean;
  /** @param paths of the request's fields that it stands for; its own name if not given */
  field: <Name extends keyof Values & string>(name: Name, ...paths: string[]) => FieldProps<Values[Name]>;
  /** The API's fault of one field of the request, which is shown beside a field. */
  faultAt: (path: string) => string | undefined;
  /** Back to the beginning. */
  clear: () => void;
}

/** @param faultsOf what the form itself finds; the API's faults are shown where it finds none */
export function useForm<Values extends object>(
  sending: Sending,
  initial: Values | (() => Values),
  faultsOf: (values: Values) => Faults<Values> = () => ({}),
): Form<Values> {
  const [values, setValues] = useState(initial);
  const [was_sent, setWasSent] = useState(false);
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
    clear: () => {
      setValues(initial);
      setWasSent(false);
    },
  };
}
