/** The dashboard in a browser: a page signed in as somebody, and what makes a test of it fail. */
import axe from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { complaintsOf, openBrowser, PATIENCE_MS } from './browser.ts';
import type { Person } from './people.ts';
import { createSacco, type Sacco } from './sacco.ts';
import { startService, type TestService } from './service.ts';
import { verifyAll } from './verify.ts';

export interface DashboardPage {
  page: Page;
  context: BrowserContext;
  /** Errors of scripts and of the content security policy, and requests without an answer. */
  complaints: string[];
  close: () => Promise<void>;
}

export interface DashboardOptions {
  project_id?: string;
  environment?: 'test' | 'live';
  path?: string;
  viewport?: { width: number; height: number };
  color_scheme?: 'light' | 'dark';
}

/** A page of somebody who is signed in, in a browser profile of their own. */
export async function openDashboard(
  browser: Browser,
  service: TestService,
  person: Pick<Person, 'client'> | null,
  options: DashboardOptions = {},
): Promise<DashboardPage> {
  const { project_id, environment = 'test', path = '/', viewport, color_scheme = 'light' } = options;
  const context = await browser.newContext({
    viewport: viewport ?? { width: 1280, height: 800 },
    colorScheme: color_scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    baseURL: service.url,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(
    storing({
      session: person && { token: tokenOf(person), expires_at: new Date(Date.now() + 3_600_000) },
      place: { project_id: project_id ?? null, environment },
    }),
  );
  const page = await context.newPage();
  const complaints = dashboardComplaints(page);
  await page.goto(path);
  return { page, context, complaints, close: () => context.close() };
}

/** What the tests of a group share; filled before the first of them. */
export interface SaccoInBrowser {
  service: TestService;
  browser: Browser;
  sacco: Sacco;
  /** A page of somebody in the SACCO's project. */
  open: (person: Pick<Person, 'client'> | null, options?: DashboardOptions) => Promise<DashboardPage>;
}

/**
 * A service, a browser and a SACCO for the tests of a `describe`. After them the books are verified.
 * @param settings of the SACCO
 */
export function saccoInBrowser(
  settings: object = {},
  options: Parameters<typeof startService>[0] = {},
): SaccoInBrowser {
  const its = {} as SaccoInBrowser;
  beforeAll(async () => {
    its.service = await startService(options);
    its.browser = await openBrowser();
    its.sacco = await createSacco(its.service, settings);
    const project_id = its.sacco.project.id;
    its.open = (person, more) => openDashboard(its.browser, its.service, person, { project_id, ...more });
  });
  afterAll(async () => {
    await its.browser.close();
    expect(await verifyAll(its.service.ctx)).toEqual([]);
    await its.service.stop();
  });
  return its;
}

/** The entry of that name in the dashboard's menu. */
export function menuEntry(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
}

/** Sets what the dashboard remembers, once: from then on the page itself changes it. */
function storing(memory: object): string {
  return `{
    const { session, place } = ${JSON.stringify(memory)};
    if (session && !sessionStorage.getItem('begun')) sessionStorage.setItem('ushirika.session', JSON.stringify(session));
    sessionStorage.setItem('begun', 'yes');
    if (!localStorage.getItem('ushirika.place')) localStorage.setItem('ushirika.place', JSON.stringify(place));
  }`;
}

function tokenOf({ client }: Pick<Person, 'client'>): string {
  return (client.headers['authorization'] ?? '').replace('Bearer ', '');
}

/** Refusals of the API are answers, which the page shows; and what it no longer waits for it may abort. */
function dashboardComplaints(page: Page): string[] {
  return complaintsOf(page, (complaint) => !/\/api\/.*(?:status of 4\d\d|ERR_ABORTED)/.test(complaint));
}

/** What WCAG 2.2 AA finds wrong with the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
}

/** @param rules names or tags of axe's */
async function expectNoViolations(page: Page, rules: string[]): Promise<void> {
  // Half a megabyte, which stays until the page is left.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  );
  expect(violations, `at ${page.url()}`).toEqual([]);
}

/**
 * The next request of that method to an address that ends so reaches the server, and its answer gets lost.
 * @returns how many such requests have been sent by now
 */
export async function loseNextAnswer(page: Page, method: string, path_end: string): Promise<() => number> {
  let sent = 0;
  await page.route(
    (url) => url.pathname.endsWith(path_end),
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      sent += 1;
      if (sent > 1) return route.fallback();
      await route.fetch();
      return route.abort('aborted');
    },
  );
  return () => sent;
}

/** In both colour schemes, and without anything that scrolls sideways on a small phone. */
export async function expectGoodPage(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Of all the rules only these look at colours.
  await expectNoViolations(page, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 740 });
  // An open list of options is moved by a script, after the window has changed.
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), {
      message: `scrolls sideways at ${page.url()}`,
      timeout: PATIENCE_MS,
    })
    .toBeLessThanOrEqual(0);
  if (viewport) await page.setViewportSize(viewport);
}
