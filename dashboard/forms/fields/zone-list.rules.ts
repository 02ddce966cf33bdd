/** The time zones that can be chosen: those without summer time, East Africa's first. Pure. */
import { readOffset, type Zone } from './zones.rules.ts';

const EAST_AFRICAN = [
  'Africa/Nairobi',
  'Africa/Addis_Ababa',
  'Africa/Dar_es_Salaam',
  'Africa/Kampala',
  'Africa/Kigali',
  'Africa/Bujumbura',
  'Africa/Juba',
  'Africa/Mogadishu',
  'Africa/Djibouti',
];

export interface Zones {
  east_african: readonly Zone[];
  others: readonly Zone[];
}

/**
 * The zones without summer time in the year that begins now, East Africa's first.
 * @param names of all zones that the browser knows
 */
export function constantZones(names: readonly string[], now_ms: number): Zones {
  const of = (name: string): Zone[] => {
    const utc_offset_minutes = constantOffset(name, now_ms);
    return utc_offset_minutes === undefined ? [] : [{ name, utc_offset_minutes }];
  };
  const first = new Set(EAST_AFRICAN);
  return {
    east_african: EAST_AFRICAN.flatMap(of),
    others: [...new Set(['UTC', ...names])].filter((name) => !first.has(name)).flatMap(of),
  };
}

/** Each season: clocks that change stand otherwise for months. */
const LOOKS_AFTER_MS = [91, 182, 273].map((days) => days * 86_400_000);
/** Theirs go back for Ramadan, which may lie between two looks. */
const CHANGING = new Set(['Africa/Casablanca', 'Africa/El_Aaiun']);

/** @returns minutes east of UTC; undefined where they change within the year, or are no whole minutes */
function constantOffset(name: string, now_ms: number): number | undefined {
  if (CHANGING.has(name)) return undefined;
  const format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  const offsetAt = (at_ms: number): string =>
    format.formatToParts(at_ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const offset = offsetAt(now_ms);
  if (LOOKS_AFTER_MS.some((after_ms) => offsetAt(now_ms + after_ms) !== offset)) return undefined;
  return readOffset(offset.replace('GMT', '') || '+00:00');
}
