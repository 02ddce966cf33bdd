/** Which member: searched by number, name or phone. */
import type { ReactNode } from 'react';
import type { Member } from '../../generated/wire.ts';
import { SearchChoice, type Chosen } from '../../ui/search-choice.tsx';
import { memberName } from './words.ts';

export interface MemberChoiceProps {
  label: string;
  value: Chosen | null;
  onChange: (value: Chosen | null) => void;
  /** Only members who may be chosen; all where left out. */
  status?: 'active';
  error?: string | undefined;
  disabled?: boolean;
}

export function MemberChoice({ status, ...rest }: MemberChoiceProps): ReactNode {
  return (
    <SearchChoice<Member>
      path="/api/v1/sacco/members"
      plural="members"
      {...(status === undefined ? {} : { query: { status } })}
      describe={(member) => ({
        id: member.id,
        label: memberName(member),
        ...(member.phone === null ? {} : { hint: member.phone }),
      })}
      {...rest}
    />
  );
}
