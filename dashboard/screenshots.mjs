/**
 * `npm run screenshots`: takes the pictures of the dashboard that README and docs/ show, of a service of its own with the demo
 * in it. Needs Chromium (CHROMIUM_PATH, else chromium or chromium-headless-shell in /usr/bin).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { shrinkPicture } from './shrink-picture.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = join(ROOT, 'docs/images');
const VIEWPORT = { width: 1200, height: 750 };
const SIGN_IN = '/sign-in';
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

const data_dir = mkdtempSync(join(tmpdir(), 'ushirika-screenshots-'));
const environment = { ...process.env, DATA_DIR: data_dir, PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: '' };
const service = spawn(process.execPath, [join(ROOT, 'dist/commands/start.js')], {
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { url, ...owner } = await signInOf(service);
  const checker = signInIn(await run(join(ROOT, 'dist/commands/demo.js')));
  await takePictures(url, { owner, checker });
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(data_dir, { recursive: true, force: true });
}

/** As the first start prints it. */
async function signInOf(child) {
  const found = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, first, second] = line.trim().split(/\s+/);
    if (word === 'sign-in') Object.assign(found, { email: first, password: second });
    if (word === 'ready') return { ...found, url: first };
  }
  throw new Error('the service did not start');
}

/** @returns what it prints */
async function run(script) {
  const child = spawn(process.execPath, [script], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const printed = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return printed;
}

/** The demo gives the second user a new password. */
function signInIn(printed) {
  const [, email, password] = /^ {2}(\S+@\S+) +(\S+)$/m.exec(printed) ?? [];
  if (!password) throw new Error('the demo printed no sign-in');
  return { email, password };
}

async function takePictures(url, people) {
  const ask = async (path, init, token) => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const response = await fetch(url + path, { ...init, headers: { ...headers, ...init?.headers } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  const signIn = (person) => ask('/api/auth/login', { method: 'POST', body: JSON.stringify(person) });
  const session = await signIn(people.owner);
  const [project] = (await ask('/api/auth/me', {}, session.token)).projects;
  const scope = { headers: { 'x-service-project': project.id, 'x-service-environment': 'test' } };
  const { loans } = await ask('/api/v1/sacco/loans?status=open&limit=100', scope, session.token);
  const { runs } = await ask('/api/v1/reconciliation/runs', scope, session.token);
  const { members } = await ask('/api/v1/sacco/members?limit=1000', scope, session.token);
  const member = members.find(({ photo_file_id }) => photo_file_id !== null) ?? members[0];
  const pages = {
    desk: '/',
    member: `/members/${member.id}`,
    loan: `/loans/${loans.at(-1).id}`,
    portfolio: '/portfolio',
    reconciliation: `/reconciliation/${runs[0].id}`,
    settings: '/settings/cooperative',
    treasury: '/treasury',
    'trial-balance': '/accounting/trial-balance',
  };
  mkdirSync(IMAGES, { recursive: true });
  const executablePath = process.env.CHROMIUM_PATH ?? BROWSERS.find(existsSync);
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const options = { viewport: VIEWPORT, reducedMotion: 'reduce', locale: 'en-GB' };
  const take = async (context, name, path) => {
    const page = await context.newPage();
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The logo comes last of what stands on every page.
    if (path !== SIGN_IN) await page.locator('.brand-logo').waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    writeFileSync(join(IMAGES, `${name}.png`), shrinkPicture(await page.screenshot()));
    await page.close();
  };
  const signedIn = async (person_session) => {
    const context = await browser.newContext(options);
    const place = { project_id: project.id, environment: 'test' };
    await context.addInitScript(`
      sessionStorage.setItem('ushirika.session', ${JSON.stringify(JSON.stringify(person_session))});
      localStorage.setItem('ushirika.place', ${JSON.stringify(JSON.stringify(place))});`);
    return context;
  };
  await take(await browser.newContext(options), 'sign-in', SIGN_IN);
  const of_owner = await signedIn(session);
  for (const [name, path] of Object.entries(pages)) await take(of_owner, name, path);
  // Who has asked for something cannot approve it.
  await take(await signedIn(await signIn(people.checker)), 'approvals', '/approvals');
  await browser.close();
}
