/** The details of an entry: each field with its value, as the log names them; a change with both values. */
import type { ReactNode } from 'react';
import { fieldsOf } from './details.rules.ts';
import './audit-log.css';

export function Details({ details }: { details: Record<string, unknown> }): ReactNode {
  const fields = fieldsOf(details);
  if (fields.length === 0) return '–';
  return (
    <ul className="audit-details">
      {fields.map(([name, value]) => (
        <li key={name}>
          <span className="audit-field">{name}</span> {value}
        </li>
      ))}
    </ul>
  );
}
