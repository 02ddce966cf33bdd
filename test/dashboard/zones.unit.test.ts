/** Time zones by name, and the offsets that the API keeps. */
import { describe, expect, test } from 'vitest';
import { constantZones } from '../../dashboard/forms/fields/zone-list.rules.ts';
import { readOffset, writeOffset, zoneLabel, zoneName } from '../../dashboard/forms/fields/zones.rules.ts';

const NOW_MS = Date.parse('2026-11-27T00:00:00Z');

describe('the zones that can be chosen', () => {
  const { east_african, others } = constantZones(Intl.supportedValuesOf('timeZone'), NOW_MS);
  const names = others.map(({ name }) => name);

  test('begin with those of East Africa', () => {
    expect(east_african[0]).toEqual({ name: 'Africa/Nairobi', utc_offset_minutes: 180 });
    expect(east_african).toContainEqual({ name: 'Africa/Addis_Ababa', utc_offset_minutes: 180 });
    expect(east_african).toContainEqual({ name: 'Africa/Kigali', utc_offset_minutes: 120 });
  });

  test('have each zone once, and UTC', () => {
    const all = [...east_african.map(({ name }) => name), ...names];
    expect(new Set(all).size).toBe(all.length);
    expect(names).toContain('UTC');
  });

  test('have none whose clocks change within a year', () => {
    for (const changing of ['Europe/London', 'America/New_York', 'Africa/Cairo', 'Africa/Casablanca'])
      expect(names).not.toContain(changing);
    for (const constant of ['Africa/Lagos', 'Africa/Johannesburg', 'Asia/Dubai'])
      expect(names).toContain(constant);
  });

  test('have offsets that the API takes, also west and of half an hour', () => {
    for (const { utc_offset_minutes } of others) {
      expect(utc_offset_minutes).toBeGreaterThanOrEqual(-720);
      expect(utc_offset_minutes).toBeLessThanOrEqual(840);
      expect(Number.isInteger(utc_offset_minutes)).toBe(true);
    }
    expect(others).toContainEqual({ name: 'Asia/Kabul', utc_offset_minutes: 270 });
    expect(others).toContainEqual({ name: 'America/Bogota', utc_offset_minutes: -300 });
  });
});

test.each([
  [180, 'Africa/Nairobi', 'Africa/Nairobi (UTC+3)', '+03:00'],
  [120, 'Africa/Kigali', 'Africa/Kigali (UTC+2)', '+02:00'],
  [0, 'UTC', 'UTC', '+00:00'],
  [330, 'UTC+5:30', 'UTC+5:30', '+05:30'],
  [-210, 'UTC−3:30', 'UTC−3:30', '-03:30'],
])('the offset %i is called %s', (utc_offset_minutes, name, label, written) => {
  expect(zoneName(utc_offset_minutes)).toBe(name);
  expect(zoneLabel({ name, utc_offset_minutes })).toBe(label);
  expect(writeOffset(utc_offset_minutes)).toBe(written);
  expect(readOffset(written)).toBe(utc_offset_minutes);
});

test('what is no offset is none', () => {
  for (const text of ['', '3', '+3:00', 'Africa/Nairobi']) expect(readOffset(text)).toBeUndefined();
});
