/** Searches a list while somebody types; the text is part of the address. */
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFilter } from './filters.ts';

export interface SearchFieldProps {
  label: string;
  /** The filter's name in the address. */
  filter: string;
  placeholder?: string;
}

const PAUSE_MS = 150;

export function SearchField({ label, filter, placeholder }: SearchFieldProps): ReactNode {
  const [value, change] = useFilter(filter);
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    change(text);
  }, PAUSE_MS);
  // Somebody went back or followed a link: the field follows the address.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextInput
      type="search"
      className="search-filter"
      label={label}
      placeholder={placeholder}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
