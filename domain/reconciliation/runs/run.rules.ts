/** The UTC offset of a statement's period as text. Pure. */

/** 180 → `+03:00` */
export function formatOffset(utc_offset_minutes: number): string {
  const east = Math.abs(utc_offset_minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${utc_offset_minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}
