/** Time zones by name. The API keeps what they are for it: minutes east of UTC, the same on every day. Pure. */

/** The zone by whose name an offset is called, whichever of its zones was chosen. */
const CALLED: Readonly<Record<number, string>> = { 180: 'Africa/Nairobi', 120: 'Africa/Kigali', 0: 'UTC' };

export interface Zone {
  name: string;
  utc_offset_minutes: number;
}

/** 180 → `Africa/Nairobi`, 330 → `UTC+5:30`. */
export function zoneName(utc_offset_minutes: number): string {
  return CALLED[utc_offset_minutes] ?? hoursFromUtc(utc_offset_minutes);
}

/** `Africa/Nairobi (UTC+3)`. */
export function zoneLabel({ name, utc_offset_minutes }: Zone): string {
  const hours = hoursFromUtc(utc_offset_minutes);
  return name === hours ? name : `${name.replaceAll('_', ' ')} (${hours})`;
}

function hoursFromUtc(utc_offset_minutes: number): string {
  const away = Math.abs(utc_offset_minutes);
  if (away === 0) return 'UTC';
  const minutes = away % 60 === 0 ? '' : `:${String(away % 60).padStart(2, '0')}`;
  return `UTC${utc_offset_minutes < 0 ? '−' : '+'}${Math.floor(away / 60)}${minutes}`;
}

/** `+03:00`, as the API writes offsets of statements → 180; undefined for any other text. */
export function readOffset(text: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(text) ?? [];
  const away = Number(hours) * 60 + Number(minutes);
  return Number.isNaN(away) ? undefined : sign === '-' ? -away : away;
}

/** 180 → `+03:00`. */
export function writeOffset(utc_offset_minutes: number): string {
  const east = Math.abs(utc_offset_minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${utc_offset_minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}
