/** 180 → `+03:00`, as the API reads offsets of statements. */
export function formatUtcOffset(utc_offset_minutes: number): string {
  const east = Math.abs(utc_offset_minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${utc_offset_minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}
