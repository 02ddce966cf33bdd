/** What a printed page has besides the page on the screen: whose it is, and room for signatures. */
import type { ReactNode } from 'react';
import { Letterhead } from './letterhead.tsx';

/** The cooperative's logo and name above the title. */
export function PaperHead({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  return (
    <div className="paper-head">
      <Letterhead />
      <span>{title}</span>
      {children && <span className="sentence">{children}</span>}
    </div>
  );
}

export function Signatures({ names }: { names: readonly string[] }): ReactNode {
  return (
    <div className="signatures">
      {names.map((name) => (
        <p key={name}>{name}</p>
      ))}
    </div>
  );
}
