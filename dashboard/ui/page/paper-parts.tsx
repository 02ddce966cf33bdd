/** What a printed page has besides the page on the screen: whose it is, and room for signatures. */
import type { ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { usePlace } from '../../session/place.ts';

/** The cooperative's name above the title. */
export function PaperHead({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  const { project_id } = usePlace();
  const project = useMe()?.projects.find(({ id }) => id === project_id);
  return (
    <div className="paper-head">
      <strong>{project?.name}</strong>
      <span>{title}</span>
      {children && <span>{children}</span>}
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
