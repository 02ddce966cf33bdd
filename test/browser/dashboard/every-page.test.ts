/** Every address of the dashboard opens by itself, in both colour schemes, at 200 % zoom and on a small phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import addresses from '../../../dashboard/addresses.json' with { type: 'json' };
import {
  PATIENCE_MS,
  browserIsMissing,
  expectGoodPage,
  openBrowser,
  openDashboard,
  startService,
  type TestService,
} from '../../harness/index.ts';
import { createWorld, type World } from '../../api/samples.ts';

type Name = keyof typeof addresses;

/** A screen of 1280 by 800 at 200 % has half as many pixels of a page each way. */
const ZOOMED = { width: 640, height: 400 };

/** What stands in the addresses of single things, by its name in the world of all routes. */
const IDS: Partial<Record<Name, string>> = {
  member: 'member',
  statement: 'member',
  entry: 'entry',
  receipt: 'posted_entry',
  loan: 'loan',
  dividend: 'dividend',
  interest_run: 'savings_interest',
  import: 'import_id',
  batch: 'batch',
  employer: 'employer',
  till_session: 'till_session',
  customer: 'customer',
  payment: 'payment',
  payout: 'payout',
  run: 'run',
};

const TABS: Partial<Record<Name, string[]>> = {
  reports: 'pictures ageing arrears collection-sheet portfolio ratios withholding fees contributions'.split(
    ' ',
  ),
  ledger: 'accounts transfers holds postings report'.split(' '),
  accounting: 'trial-balance general-ledger income-statement balance-sheet chart journals periods'.split(' '),
  settings:
    'cooperative products savings-products interest limits staff api-keys providers messages webhooks test-clock'.split(
      ' ',
    ),
  messages: ['sent', 'outbox'],
  operators: ['users', 'projects', 'processes'],
};

/** How many parts within the window are still being read. */
const WAITING = `[...document.querySelectorAll('.mantine-Skeleton-root, .mantine-Loader-root')].filter((part) => {
  const { top, bottom, height } = part.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < window.innerHeight;
}).length`;

/** Tables that say their one currency in each cell. */
const REPEATED = `[...document.querySelectorAll('table')].filter((table) => {
  const said = [...table.querySelectorAll('tbody .money span:not(.said)')].map((each) => each.textContent);
  return said.length > 1 && new Set(said).size === 1;
}).map((table) => table.ariaLabel ?? document.getElementById(table.getAttribute('aria-labelledby'))?.textContent)`;

/** Shown to whoever has no session. */
const SIGNED_OUT = new Set<Name>([
  'sign_in',
  'register',
  'forgot_password',
  'reset_password',
  'verify_email',
]);

const CASES = (Object.entries(addresses) as [Name, string][]).flatMap(([name, address]) =>
  (TABS[name] ?? ['']).map((tab) => [address.replace(':tab', tab), name] as const),
);

describe.skipIf(browserIsMissing())('every page', () => {
  let service: TestService;
  let browser: Browser;
  let world: World;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    world = await createWorld(service);
    await service.ctx.db('users').where({ id: world.project.owner.id }).update({ operator: true });
  });
  afterAll(() => service.stop());

  test.each(CASES)('%s', async (address, name) => {
    const id = IDS[name];
    if (address.includes(':id')) expect(id, `say in IDS what ${name} is of`).toBeDefined();
    const person = SIGNED_OUT.has(name) ? null : world.project.owner;
    const { page, complaints, close } = await openDashboard(browser, service, person, {
      project_id: world.project.id,
      path: address.replace(':id', world.ids[id ?? ''] ?? ''),
      viewport: ZOOMED,
    });
    await page.getByRole('heading', { level: 1 }).waitFor();
    // What is further down may wait until somebody scrolls there.
    await expect.poll(() => page.evaluate(WAITING), { timeout: PATIENCE_MS }).toBe(0);
    expect(await page.getByRole('heading', { name: 'Not found' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
    expect(await page.evaluate(REPEATED)).toEqual([]);
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
