/** The head of a column; a button where the rows can be sorted by it. */
import { Table, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Sorting } from '../api/reads.ts';
import { directionOf, sortAfter } from './sort.rules.ts';

export interface ColumnHeadProps {
  column: { header: string; isFigure?: boolean; sort?: string };
  sorting: Sorting | undefined;
}

export function ColumnHead({
  column: { header, isFigure = false, sort: name },
  sorting,
}: ColumnHeadProps): ReactNode {
  const className = isFigure ? 'figure' : undefined;
  if (name === undefined || !sorting)
    return (
      <Table.Th role="columnheader" className={className}>
        {header}
      </Table.Th>
    );
  const { sort, change } = sorting;
  return (
    <Table.Th role="columnheader" className={className} aria-sort={directionOf(name, sort) ?? 'none'}>
      <UnstyledButton className="sort" onClick={() => change(sortAfter(name, sort, { isFigure }))}>
        {header}
      </UnstyledButton>
    </Table.Th>
  );
}
