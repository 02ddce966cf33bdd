/** At the top of a form that is longer than a glance: which of its fields are at fault, each a link to the field. */
import { Alert, List } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useWords } from '../words.ts';

/** So many fields are seen at once. */
const FEW_FIELDS = 3;

export interface FaultSummaryProps {
  /** How often the form was found at fault before it was sent: each time the summary gets the focus. */
  refusals: number;
  /** The API has found it at fault. */
  isRefused: boolean;
}

/** The fields say themselves that they are at fault, whoever has found that: the form, or the API. */
export function FaultSummary({ refusals, isRefused }: FaultSummaryProps): ReactNode {
  const { t } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const [wrong, setWrong] = useState<readonly WrongField[]>([]);
  const focused = useRef(0);
  // After each change of the form.
  useLayoutEffect(() => {
    const found = refusals > 0 || isRefused ? wrongFields(place.current?.closest('form')) : [];
    if (JSON.stringify(found) !== JSON.stringify(wrong)) setWrong(found);
    else if (refusals > focused.current) {
      focused.current = refusals;
      place.current?.querySelector<HTMLElement>('[role=group]')?.focus();
    }
  });
  return (
    <div ref={place} className="fault-summary">
      {wrong.length > 0 && (
        <Alert color="red" variant="light" role="group" tabIndex={-1} title={t('error.correct_fields')}>
          <List size="sm">
            {wrong.map(({ id, label }) => (
              <List.Item key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(id)?.focus();
                  }}
                >
                  {label}
                </a>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  );
}

interface WrongField {
  id: string;
  label: string;
}

function wrongFields(form: HTMLFormElement | null | undefined): WrongField[] {
  const fields = [
    ...(form?.querySelectorAll<HTMLInputElement>(
      'input:not([type=hidden], [aria-hidden]), select, textarea',
    ) ?? []),
  ];
  // A choice among radio buttons is one field.
  const names = new Set(fields.map(({ type, name, id }) => (type === 'radio' ? name : id)));
  if (names.size <= FEW_FIELDS) return [];
  return fields
    .filter((field) => field.getAttribute('aria-invalid') === 'true')
    .map(({ id, labels }) => ({ id, label: labels?.[0]?.textContent ?? '' }));
}
