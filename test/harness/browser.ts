/**
 * Debian's chromium, driven without a download of its own; its headless shell where that is installed, because a page takes
 * half the CPU time there. Without either browser tests fail where everything must hold (CI) and are skipped elsewhere,
 * saying so.
 */
import { readFile } from 'node:fs/promises';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const EXECUTABLE =
  process.env['CHROMIUM_PATH'] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium');
const ARTIFACTS = fileURLToPath(new URL('../../artifacts/', import.meta.url));
/** Nothing but what the test asks for goes over the network. */
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A small phone of the cheaper kind. */
export const PHONE = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 2, isMobile: true };

/** Is there no browser to test with? @throws where there must be one */
export function browserIsMissing(): boolean {
  if (existsSync(EXECUTABLE)) return false;
  const message = `There is no chromium at ${EXECUTABLE}: apt-get install -y chromium-headless-shell, or set CHROMIUM_PATH.`;
  if (process.env['CI']) throw new Error(message);
  process.stderr.write(`\nBROWSER TESTS SKIPPED. ${message}\n\n`);
  return true;
}

/** Far longer than a busy machine takes for a page. */
export const PATIENCE_MS = 60_000;

let opened: Promise<Browser> | undefined;

/** The browser that all files of this worker share, each with contexts of its own. It ends with the worker. */
export function openBrowser(): Promise<Browser> {
  opened ??= launch();
  return opened;
}

async function launch(): Promise<Browser> {
  // Loaded here, because few of the test files that import the harness need it.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ARGS,
    timeout: PATIENCE_MS,
    handleSIGTERM: false,
  });
  process.once('SIGTERM', () => void browser.close().finally(() => process.exit()));
  return browser;
}

/**
 * What a page complains about: errors of scripts and of its content security policy, and answers it did not get.
 * @param counts which of them count; all
 */
export function complaintsOf(page: Page, counts: (complaint: string) => boolean = () => true): string[] {
  const complaints: string[] = [];
  const add = (complaint: string): void => {
    if (counts(complaint)) complaints.push(complaint);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') add(`${message.location().url} ${message.text()}`);
  });
  page.on('pageerror', (error) => add(error.message));
  page.on('requestfailed', (request) => add(`${request.url()} ${request.failure()?.errorText}`));
  return complaints;
}

/** Keeps a picture for people to look at, in artifacts/. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`), fullPage: true });
}

/** What a click on the button of that name saves. */
export async function downloaded(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: PATIENCE_MS }),
    page.getByRole('button', { name: button, exact: true }).first().click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Of the first page as it would be printed: width and height in points. */
export async function paperSize(page: Page): Promise<number[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, box = ''] = /\/MediaBox \[([\d. ]+)\]/.exec(pdf) ?? [];
  return box.split(' ').slice(2).map(Number);
}
