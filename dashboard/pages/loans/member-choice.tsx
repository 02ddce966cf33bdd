/** Which member: searched by number, name or phone. */
import type { ReactNode } from 'react';
import { SearchChoice, type Chosen } from '../../forms/fields/search-choice.tsx';
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
    <SearchChoice
      list="sacco.members.list"
      filter={{ status }}
      describe={(member) => ({
        id: member.id,
        label: memberName(member),
        hint: member.phone ?? undefined,
      })}
      {...rest}
    />
  );
}
