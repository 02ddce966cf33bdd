/** The rows of a list that is read again while an action on some of them is under way. */
interface Row {
  id: string;
}

/**
 * @param read the list as it is now
 * @param shown the list as it was
 * @param kept rows that stay as they were, also where the list no longer has them: at their place, or last
 */
export function keepRows<R extends Row>(
  read: readonly R[],
  shown: readonly R[],
  kept: ReadonlySet<string>,
): readonly R[] {
  if (kept.size === 0) return read;
  const held = shown.filter(({ id }) => kept.has(id));
  const rows = read.map((row) => held.find(({ id }) => id === row.id) ?? row);
  for (const row of held) {
    if (!rows.includes(row)) rows.splice(shown.indexOf(row), 0, row);
  }
  return rows;
}
