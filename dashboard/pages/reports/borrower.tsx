/** The borrower with a link to the loan, and the phone number. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export interface BorrowerFacts {
  loan_id: string;
  member_no: string;
  full_name: string;
}

export function Borrower({ loan }: { loan: BorrowerFacts }): ReactNode {
  const { loan_id, member_no, full_name } = loan;
  return (
    <div>
      <Link href={`/loans/${loan_id}`}>{full_name}</Link>
      <Text size="xs" c="dimmed">
        {member_no}
      </Text>
    </div>
  );
}

export function Phone({ phone }: { phone: string | null }): ReactNode {
  return phone === null ? '–' : <a href={`tel:${phone}`}>{phone}</a>;
}
