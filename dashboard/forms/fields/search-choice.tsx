/**
 * A choice among many: the text is searched for, and one of the results is chosen. Enter takes the first of them, or the one that
 * the arrow keys chose, and never sends the form while results are shown.
 */
import { Combobox, Input, InputBase, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { InputOf, RowOf } from '../../api/operations.ts';
import { useList } from '../../api/reads.ts';
import { useWords } from '../../words.ts';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { useLatestResults } from './latest-results.ts';

export interface Chosen {
  id: string;
  label: string;
}

/** The lists that are searched by `q`. */
export type SearchId = 'customers.list' | 'sacco.members.list';

export interface SearchChoiceProps<Id extends SearchId> {
  label: string;
  list: Id;
  filter?: InputOf<Id>;
  describe: (row: RowOf<Id>) => Chosen & { hint?: string | undefined };
  value: Chosen | null;
  onChange: (value: Chosen | null) => void;
  error?: string | undefined;
  disabled?: boolean;
}

const PAUSE_MS = 150;
/** An option like the others, so that arrow keys reach it. */
const TRY_AGAIN = 'try again';

export function SearchChoice<Id extends SearchId>(props: SearchChoiceProps<Id>): ReactNode {
  const { label, list: searched, filter, describe, value, onChange, error, disabled = false } = props;
  const { t } = useWords();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState<string | null>(null);
  const [q] = useDebouncedValue(typed ?? '', PAUSE_MS);
  const input = { ...filter, q: q || undefined, limit: 10 } as InputOf<Id>;
  const list = useList(searched, combobox.dropdownOpened ? input : null);
  const options = useLatestResults(list).map(describe);
  /** Enter was pressed: the first result is taken as soon as the results of the text are there. */
  const [is_entered, setEntered] = useState(false);
  const is_current = q === typed && !list.is_loading;

  const choose = (id: string): void => {
    onChange(options.find((option) => option.id === id) ?? null);
    setTyped(null);
    combobox.closeDropdown();
  };

  useEffect(() => {
    if (!is_entered || !is_current) return;
    setEntered(false);
    if (options[0]) choose(options[0].id);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    // Mantine takes the option that the arrow keys chose.
    if (event.key !== 'Enter' || !combobox.dropdownOpened || combobox.getSelectedOptionIndex() !== -1) return;
    event.preventDefault();
    if (typed) setEntered(true);
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        if (id === TRY_AGAIN) list.retry();
        else choose(id);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          label={label}
          error={error}
          disabled={disabled}
          autoComplete="off"
          placeholder={t('search.placeholder')}
          value={typed ?? value?.label ?? ''}
          rightSection={
            value && !disabled ? (
              <Input.ClearButton aria-label={t('search.clear')} onClick={() => onChange(null)} />
            ) : null
          }
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEntered(false);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onKeyDown={onKeyDown}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown();
            setTyped(null);
            setEntered(false);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <ErrorAlert error={list.error} />
        <Combobox.Options aria-label={label}>
          {options.map(({ id, label: text, hint }) => (
            <Combobox.Option key={id} value={id}>
              {text}
              {hint && (
                <Text span size="xs" c="dimmed" ml="xs">
                  {hint}
                </Text>
              )}
            </Combobox.Option>
          ))}
          {list.error && <Combobox.Option value={TRY_AGAIN}>{t('error.try_again')}</Combobox.Option>}
          {list.is_loading && <Combobox.Empty>{t('list.loading')}</Combobox.Empty>}
          {options.length === 0 && !list.is_loading && !list.error && (
            <Combobox.Empty>{t('search.nothing')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
