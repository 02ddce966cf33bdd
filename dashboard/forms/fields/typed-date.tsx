/** A date or a local time as a person here writes it, typed or picked from the browser's own calendar. */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Ethiopian } from '../../ui/moment.tsx';
import { useWords, type TextId } from '../../words.ts';
import './typed-date.css';

/** How it is written. */
export interface Writing {
  /** Of the calendar that opens. */
  type: 'date' | 'datetime-local';
  pattern: TextId;
  /** Says how to write it. */
  fault: TextId;
  write: (value: string) => string;
  /** @returns '' for no text, undefined for one that cannot be read */
  read: (text: string) => string | undefined;
}

export interface TypedDateProps extends Pick<TextInputProps, 'disabled' | 'error' | 'description'> {
  label: string;
  /** As the API writes it; '' for none. */
  value: string;
  /** Called with '' while the text cannot be read. */
  onChange: (value: string) => void;
  /** The first one that the calendar offers. */
  min?: string;
}

/** A form is not sent while a text cannot be read (`forms/unreadable.ts`). */
export function TypedDate(props: TypedDateProps & { writing: Writing }): ReactNode {
  const { value, onChange, min, error, disabled = false, description, writing, ...rest } = props;
  const { t, language } = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => writing.write(value));
  const [was_left, setWasLeft] = useState(false);
  const read = writing.read(text);
  // Another value than the one that was typed: a filter was removed, a draft was taken up.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (value !== (read ?? '')) setText(writing.write(value));
  }
  const fault = read === undefined ? t(writing.fault) : '';
  useEffect(() => input.current?.setCustomValidity(fault), [fault]);
  const change = (typed: string): void => {
    setText(typed);
    setWasLeft(false);
    onChange(writing.read(typed) ?? '');
  };
  const ethiopian =
    language === 'am' && read ? <Ethiopian date={new Date(`${read.slice(0, 10)}T00:00:00Z`)} /> : null;
  return (
    <TextInput
      {...rest}
      id={id}
      ref={input}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => {
        setWasLeft(true);
        if (read) setText(writing.write(read));
      }}
      onInvalid={(event) => {
        event.preventDefault();
        setWasLeft(true);
      }}
      disabled={disabled}
      error={(was_left && fault) || error}
      description={
        description || ethiopian ? (
          <>
            {description} {ethiopian}
          </>
        ) : undefined
      }
      placeholder={t(writing.pattern)}
      inputMode="numeric"
      autoComplete="off"
      rightSection={
        <>
          <input
            ref={calendar}
            type={writing.type}
            className="calendar"
            value={read ?? ''}
            min={min}
            onChange={(event) => change(writing.write(event.currentTarget.value))}
            tabIndex={-1}
            aria-hidden="true"
            disabled={disabled}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('days.calendar')}
            aria-describedby={`${id}-label`}
            disabled={disabled}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={18} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  );
}
