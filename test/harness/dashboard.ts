/** The dashboard in a browser: a page signed in as somebody, and answers that get lost. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { complaintsOf, openBrowser, PATIENCE_MS, PHONE } from './browser.ts';
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
  /** On the small screen of a phone, by touch. */
  is_phone?: boolean;
  color_scheme?: 'light' | 'dark';
  /** At first; the browser's if not given. */
  language?: 'en' | 'sw' | 'am';
}

/** A page of somebody who is signed in, in a browser profile of their own. */
export async function openDashboard(
  browser: Browser,
  service: TestService,
  person: Pick<Person, 'client'> | null,
  options: DashboardOptions = {},
): Promise<DashboardPage> {
  const {
    project_id,
    environment = 'test',
    path = '/',
    viewport,
    is_phone,
    color_scheme = 'light',
    language = null,
  } = options;
  const context = await browser.newContext({
    viewport: viewport ?? { width: 1280, height: 800 },
    ...(is_phone ? { ...PHONE, hasTouch: true } : {}),
    colorScheme: color_scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    baseURL: service.url,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(
    storing({
      language,
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
    // A test that failed has left its own open.
    for (const context of its.browser.contexts()) await context.close();
    expect(await verifyAll(its.service.ctx)).toEqual([]);
    await its.service.stop();
  });
  return its;
}

/** The entry of that name in the dashboard's menu. */
export function menuEntry(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
}

/** Presses keys that count together only within a moment: the browser has all of them before it deals with the first. */
export async function pressInTurn(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/** Chooses an action that is rare or final, behind `More`. */
export async function chooseRare(page: Page, name: string): Promise<void> {
  await page.locator('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Sets what the dashboard remembers, once: from then on the page itself changes it. */
function storing(memory: object): string {
  // A frame of a page has no storage of its own.
  return `if (window === window.top) {
    const { session, place, language } = ${JSON.stringify(memory)};
    if (session && !sessionStorage.getItem('begun')) sessionStorage.setItem('ushirika.session', JSON.stringify(session));
    sessionStorage.setItem('begun', 'yes');
    if (language && !localStorage.getItem('ushirika.language')) localStorage.setItem('ushirika.language', language);
    if (!localStorage.getItem('ushirika.place')) localStorage.setItem('ushirika.place', JSON.stringify(place));
  }`;
}

function tokenOf({ client }: Pick<Person, 'client'>): string {
  return (client.headers['authorization'] ?? '').replace('Bearer ', '');
}

/** Refusals of the API are answers, which the page shows; and what it no longer waits for it may abort. */
function dashboardComplaints(page: Page): string[] {
  return complaintsOf(
    page,
    (complaint) => !/\/api\/.*status of 4\d\d|\/(?:api|assets|pay)\/.*ERR_ABORTED/.test(complaint),
  );
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

/** Answers to requests whose path matches wait until the returned function is called. */
export async function holdAnswers(page: Page, path: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (route) => {
      await released;
      return route.fallback();
    },
  );
  return release;
}
