/** A customer's name, where only the id is known, as a link to their page. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/reads.ts';

export function CustomerLink({ id }: { id: string }): ReactNode {
  const { data } = useRead('customers.get', { customer: id });
  return <Link href={`/customers/${id}`}>{data?.full_name ?? id}</Link>;
}
