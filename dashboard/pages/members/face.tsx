/** The photo of a member, or the initials while there is none. */
import type { ReactNode } from 'react';
import type { Member } from '../../generated/wire.ts';
import { lazyPart, withLater } from '../../later.ts';
import { Part } from '../../ui/part.tsx';
import { initialsOf } from './initials.rules.ts';

const Photo = lazyPart(async () => ({ default: (await withLater(import('./pictures.tsx'))).Photo }));

export function Face({ member }: { member: Member }): ReactNode {
  // The name stands beside them.
  const initials = (
    <span className="face" aria-hidden="true">
      {initialsOf(member.full_name)}
    </span>
  );
  if (member.photo_file_id === null) return initials;
  return (
    <Part waiting={initials} failed={initials}>
      <Photo id={member.photo_file_id} meanwhile={initials} />
    </Part>
  );
}
