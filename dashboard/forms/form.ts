/** The values of a form's fields as they are typed, and their faults once somebody has tried to send it. */
import { useState } from 'react';
import type { Sending } from '../api/submit.ts';
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
}

/** @param faultsOf the faults that the form finds; the API's faults are shown where it finds none */
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
    clear: (to) => {
      setValues(to ?? initial);
      setWasSent(false);
    },
  };
}
