/** A list of several pages, which is kept as one. */
import { expect, test } from 'vitest';
import { countPages, joinPages, type PagePlace } from '../../dashboard/api/join-pages.rules.ts';

interface Answer {
  members: number[];
  next_after: string | null;
}

const SHAPE = { rows: 'members', limit: undefined };

function answer(from: number, to: number): Answer {
  const members = Array.from({ length: to - from }, (_none, n) => from + n);
  return { members, next_after: String(to) };
}

function read(pages: Answer[], pageParams: PagePlace[]) {
  return { pages, pageParams };
}

test('the next page is added to those before it, which are then asked for together', () => {
  const one = read([answer(0, 50)], [{}]);
  expect(joinPages(one, SHAPE)).toBe(one);
  const two = joinPages(read([...one.pages, answer(50, 100)], [{}, { after: '50' }]), SHAPE);
  expect(two).toEqual(read([answer(0, 100)], [{ limit: 100 }]));
  const last = { ...answer(100, 103), next_after: null };
  const three = joinPages(read([...two.pages, last], [...two.pageParams, { after: '100' }]), SHAPE);
  expect(three).toEqual(read([{ ...answer(0, 103), next_after: null }], [{ limit: 150 }]));
  expect([one, two, three].map((each) => countPages(each, SHAPE))).toEqual([1, 2, 3]);
});

test('pages of another size', () => {
  const shape = { ...SHAPE, limit: 500 };
  const two = joinPages(read([answer(0, 500), answer(500, 1_000)], [{}, { after: '500' }]), shape);
  expect(two).toEqual(read([answer(0, 1_000)], [{ limit: 1_000 }]));
  expect(countPages(two, shape)).toBe(2);
});

test('not more than the API answers at once', () => {
  const full = read([answer(0, 1_000), answer(1_000, 1_050)], [{ limit: 1_000 }, { after: '1000' }]);
  expect(joinPages(full, SHAPE)).toBe(full);
  expect(countPages(full, SHAPE)).toBe(21);
});

test('answers with several lists are left apart', () => {
  const two = read([answer(0, 50), answer(50, 100)], [{}, { after: '50' }]);
  expect(joinPages(two, { ...SHAPE, rows: undefined })).toBe(two);
  expect(countPages(two, SHAPE)).toBe(2);
});
