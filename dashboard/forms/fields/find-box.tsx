/**
 * A search for one thing among many: results appear while somebody types, and Enter takes the first of them, or the one that
 * the arrow keys chose. Enter counts before the results are there, too: whoever types fast need not wait for them.
 */
import { TextInput, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { InputOf, RowOf } from '../../api/operations.ts';
import { useList } from '../../api/reads.ts';
import { useWords } from '../../words.ts';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { useLatestResults } from './latest-results.ts';
import type { SearchId } from './search-choice.tsx';
import './find-box.css';

export interface FindBoxProps<Id extends SearchId> {
  /** Of the search field. */
  label: string;
  placeholder?: string;
  /** Of the results. */
  resultsLabel: string;
  list: Id;
  filter?: InputOf<Id>;
  describe: (row: RowOf<Id>) => { id: string; label: string; hint?: string };
  onChoose: (row: RowOf<Id>) => void;
  /** Results push down what follows instead of covering it: for pages with actions below the field. */
  isInFlow?: boolean;
}

const PAUSE_MS = 150;
const RESULTS = 8;

export function FindBox<Id extends SearchId>(props: FindBoxProps<Id>): ReactNode {
  const { label, placeholder, resultsLabel, list: searched, filter, describe, onChoose, isInFlow } = props;
  const { t } = useWords();
  const id = useId();
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [is_open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  /** Enter was pressed before the results of this text had arrived. */
  const [is_entered, setEntered] = useState(false);
  const input = { ...filter, q, limit: RESULTS } as InputOf<Id>;
  const list = useList(searched, q === '' ? null : input);
  const is_current = q === text.trim() && !list.is_loading;
  const latest = useLatestResults(list);
  const rows = q === '' ? [] : latest;

  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const choose = (row: RowOf<Id> | undefined): void => {
    if (row === undefined) return;
    setOpen(false);
    setText('');
    setQ('');
    setActive(-1);
    onChoose(row);
  };

  useEffect(() => {
    if (!is_entered || !is_current) return;
    setEntered(false);
    choose(rows[0]);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((now) => Math.min(Math.max(now + step, 0), rows.length - 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (text.trim() === '') return;
      setQ(text.trim());
      if (is_current) choose(rows[active] ?? rows[0]);
      else setEntered(true);
    } else if (event.key === 'Escape' && is_open) {
      event.preventDefault();
      setOpen(false);
    }
  };

  const has_results = is_open && q !== '' && text.trim() !== '';
  const optionId = (index: number): string => `${id}-${index}`;
  return (
    <div className={isInFlow ? 'find-box in-flow' : 'find-box'} onBlur={() => setOpen(false)}>
      <TextInput
        type="search"
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-autocomplete="list"
        aria-controls={has_results && rows.length > 0 ? `${id}-results` : undefined}
        aria-activedescendant={has_results && active >= 0 ? optionId(active) : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(-1);
          setEntered(false);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">
        {has_results && is_current && rows.length > 0 ? t('search.found', { count: rows.length }) : ''}
      </VisuallyHidden>
      {has_results && list.error && <ErrorAlert error={list.error} />}
      {has_results && !list.error && (rows.length > 0 || is_current) && (
        // Pressing on a result must not take the focus away from the field first.
        <div className="find-results" role="presentation" onMouseDown={(event) => event.preventDefault()}>
          {rows.length > 0 ? (
            <ul role="listbox" id={`${id}-results`} aria-label={resultsLabel}>
              {rows.map(describe).map((row, index) => (
                <li
                  key={row.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  onClick={() => choose(rows[index])}
                  onKeyDown={onKeyDown}
                >
                  <span>{row.label}</span>
                  <span className="find-hint">{row.hint}</span>
                </li>
              ))}
            </ul>
          ) : (
            <div className="find-none" role="status">
              {t('search.nothing')}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
