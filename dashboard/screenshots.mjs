/**
 * `npm run screenshots`: takes the pictures of the dashboard that README and docs/ show, of a service of its own with the demo
 * in it. Needs Chromium (CHROMIUM_PATH, else /usr/bin/chromium).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = join(ROOT, 'docs/images');
const VIEWPORT = { width: 1280, height: 800 };

const data_dir = mkdtempSync(join(tmpdir(), 'ushirika-screenshots-'));
const environment = { ...process.env, DATA_DIR: data_dir, PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: '' };
const service = spawn(process.execPath, [join(ROOT, 'dist/commands/start.js')], {
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { url, email, password } = await signInOf(service);
  await run(join(ROOT, 'dist/commands/demo.js'));
  await takePictures(url, { email, password });
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

async function run(script) {
  const child = spawn(process.execPath, [script], { env: environment, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
}

async function takePictures(url, credentials) {
  const ask = async (path, init, token) => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const response = await fetch(url + path, { ...init, headers: { ...headers, ...init?.headers } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  const session = await ask('/api/auth/login', { method: 'POST', body: JSON.stringify(credentials) });
  const [project] = (await ask('/api/auth/me', {}, session.token)).projects;
  const scope = { headers: { 'x-service-project': project.id, 'x-service-environment': 'test' } };
  const { loans } = await ask('/api/v1/sacco/loans?status=open&limit=1', scope, session.token);
  const { runs } = await ask('/api/v1/reconciliation/runs', scope, session.token);
  const pages = {
    desk: '/',
    approvals: '/approvals',
    loan: `/loans/${loans[0].id}`,
    portfolio: '/portfolio',
    reconciliation: `/reconciliation/${runs[0].id}`,
  };
  mkdirSync(IMAGES, { recursive: true });
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', locale: 'en-GB' });
  const memory = { session, place: { project_id: project.id, environment: 'test' } };
  await context.addInitScript(`
    sessionStorage.setItem('ushirika.session', ${JSON.stringify(JSON.stringify(memory.session))});
    localStorage.setItem('ushirika.place', ${JSON.stringify(JSON.stringify(memory.place))});`);
  for (const [name, path] of Object.entries(pages)) {
    const page = await context.newPage();
    await page.goto(url + path);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(IMAGES, `${name}.png`) });
    await page.close();
  }
  await browser.close();
}
