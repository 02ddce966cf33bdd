/** The details of an entry: each field with its value; a change with both values, people of the staff by name. */
import type { ReactNode } from 'react';
import { raised, useWords } from '../../words.ts';
import { fieldsOf } from './details.rules.ts';
import './audit-log.css';

export interface DetailsProps {
  details: Record<string, unknown>;
  nameOf: (id: string) => string | undefined;
}

export function Details({ details, nameOf }: DetailsProps): ReactNode {
  const { word } = useWords();
  const fields = fieldsOf(details);
  if (fields.length === 0) return '–';
  return (
    <ul className="audit-details">
      {fields.map(([name, value]) => (
        <li key={name}>
          <span className="audit-field">{word('changed_field', name, asWords(name))}</span>{' '}
          {nameOf(value) ?? value}
        </li>
      ))}
    </ul>
  );
}

/** As the log names it, without underscores and the unit. */
function asWords(name: string): string {
  return raised(name.replace(/_minor$/, '').replaceAll(/[._]/g, ' '));
}
