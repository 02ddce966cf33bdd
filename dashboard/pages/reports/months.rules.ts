/** Months as reports name them: `2027-01`. Pure. */

/** Those that are over on a date, the latest first. */
export function lastMonths(today: string, count: number): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, i) => {
    const months = year * 12 + month - 2 - i;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  });
}
