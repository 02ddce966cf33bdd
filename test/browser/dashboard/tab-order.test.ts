/** Tab alone leads through whole pages: to everything that can be used, in its order, each with the focus in sight, and out again. */
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ANIMATIONS_END,
  browserIsMissing,
  moving,
  must,
  newProduct,
  newSaver,
  PATIENCE_MS,
  saccoInBrowser,
  type DashboardPage,
  type Person,
} from '../../harness/index.ts';

/** More than any page here has. */
const MOST_TABS = 250;
/** Day, month, year and the calendar of a field of a date; a select has one. */
const MOST_INNER_TABS = 5;

/** In the page: what Tab should lead to, and how an element looks. */
const HELPERS = `
  window.isShown = (element) => !element.matches(':disabled') && element.type !== 'hidden' && !element.closest('[inert]')
    && element.checkVisibility({ visibilityProperty: true });
  // The browser leads to one of a group of radio buttons, and the arrow keys to the others.
  window.isChosenOfGroup = (element) => {
    if (element.type !== 'radio' || element.name === '') return true;
    const group = [...document.getElementsByName(element.name)];
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  };
  const USABLE = 'a[href], button, input, select, textarea, summary';
  window.reachable = () => [...document.querySelectorAll(USABLE + ', [tabindex]')]
    .filter((element) => element.tabIndex >= 0 && isShown(element) && isChosenOfGroup(element));
  // The arrow keys lead among tabs.
  window.unreachable = () => [...document.querySelectorAll(USABLE)].filter((element) =>
    element.tabIndex < 0 && isShown(element) && element.role !== 'tab' && !element.closest('[aria-hidden=true]'));
  window.nameOf = (element) => element === null ? 'an end of the page'
    : element.tagName.toLowerCase() + ' "' + (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent).trim().slice(0, 60) + '"';
  // Its own look, or that of what is drawn around or beside it.
  window.lookOf = (element) => [[element], [element, '::before'], [element, '::after'], [element.parentElement], [element.nextElementSibling ?? element]]
    .map((drawn) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, textDecorationLine } = getComputedStyle(...drawn);
      return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor, textDecorationLine].join();
    }).join();
  // Colours of fields change within a moment.
  window.drawn = () => ${ANIMATIONS_END};
  // The browser goes on from what had the focus last.
  window.beginAtTop = () => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    window.last = null;
  };`;

/** What Tab should lead to next, and how that looks without the focus. */
const EXPECT = `drawn().then(() => {
  const all = reachable();
  window.next = all[all.indexOf(window.last) + 1] ?? null;
  window.lookBefore = window.next === null ? '' : lookOf(window.next);
})`;

interface Step {
  /** What has the focus now. */
  what: string;
  /** It had the focus before. */
  is_same: boolean;
  is_over: boolean;
  fault: string;
}

const STEP = `drawn().then(() => {
  const { activeElement, body } = document;
  const focused = activeElement === body ? null : activeElement;
  const what = nameOf(focused);
  if (focused !== null && focused === window.last) return { what, is_same: true, is_over: false, fault: '' };
  const is_expected = focused === window.next;
  const fault = !is_expected ? 'after ' + nameOf(window.last) + ' comes ' + what + ', not ' + nameOf(window.next)
    : focused !== null && lookOf(focused) === window.lookBefore ? what + ' looks the same with the focus' : '';
  window.last = focused;
  return { what, is_same: false, is_over: focused === null, fault };
})`;

describe.skipIf(browserIsMissing())('Tab alone', () => {
  const its = saccoInBrowser({ withdrawal_approval_minor: 100_000 });
  let member: string;

  beforeAll(async () => {
    const { sacco } = its;
    member = await newSaver(sacco, 500_000);
    await newProduct(sacco);
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(200_000)));
  });

  /** Everything is there that comes by itself, also what waits until somebody scrolls to it. */
  async function settled(page: Page, requests: Set<Request>): Promise<void> {
    await page.locator('main h1:focus').waitFor();
    const count = async (): Promise<unknown> => {
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
      const reachable = await page.evaluate(
        `document.querySelector('.mantine-Skeleton-root, [aria-busy=true]') ? 'waiting' : reachable().map(nameOf).join()`,
      );
      return requests.size > 0 ? 'waiting' : reachable;
    };
    let before: unknown;
    await expect
      .poll(
        async () => {
          const now = await count();
          const is_settled = now === before && now !== 'waiting';
          before = now;
          return is_settled;
        },
        { timeout: PATIENCE_MS, interval: 1_000 },
      )
      .toBe(true);
    await page.evaluate('window.scrollTo(0, 0)');
  }

  /** Opens a page, with all its parts. */
  async function open(person: Person, path: string): Promise<DashboardPage> {
    const opened = await its.open(person, { path: '/account' });
    const { page } = opened;
    const under_way = new Set<Request>();
    page.on('request', (request) => under_way.add(request));
    page.on('requestfinished', (request) => under_way.delete(request));
    page.on('requestfailed', (request) => under_way.delete(request));
    await page.goto(path);
    await page.evaluate(HELPERS);
    await settled(page, under_way);
    return opened;
  }

  /** By Tab alone, from the top of the page to its end. */
  async function walk(page: Page): Promise<{ faults: string[]; seen: string[] }> {
    const faults = await page.evaluate<string[]>(
      `unreachable().map((element) => nameOf(element) + ' cannot be reached')`,
    );
    await page.evaluate('beginAtTop()');
    const seen: string[] = [];
    let inner_tabs = 0;
    for (;;) {
      await page.evaluate(EXPECT);
      await page.keyboard.press('Tab');
      const { what, is_same, is_over, fault } = await page.evaluate<Step>(STEP);
      inner_tabs = is_same ? inner_tabs + 1 : 0;
      if (inner_tabs === MOST_INNER_TABS) {
        faults.push(`Tab does not lead out of ${what}`);
        break;
      }
      if (fault !== '') faults.push(fault);
      if (is_over) break;
      seen.push(what);
      if (seen.length > MOST_TABS) {
        faults.push(`Tab goes on and on, at last to ${what}`);
        break;
      }
    }
    return { faults, seen };
  }

  const PAGES: [path: string, role: 'maker' | 'checker' | 'admin'][] = [
    ['/', 'maker'],
    ['/', 'admin'],
    ['/members/:id', 'maker'],
    ['/loans/new?member=:id', 'maker'],
    ['/approvals', 'checker'],
    ['/treasury', 'admin'],
    ['/settings/cooperative', 'admin'],
    ['/settings/staff', 'admin'],
  ];

  test.each(PAGES)('leads through %s, as %s sees it', async (path, role) => {
    const person: Person = its.sacco.people[role];
    const { page, complaints, close } = await open(person, path.replace(':id', member));
    const { faults, seen } = await walk(page);
    expect(faults).toEqual([]);
    expect(seen.length).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
    await close();
  });

  test('finds what cannot be reached, is out of order, or does not show the focus', async () => {
    const { page, close } = await open(its.sacco.people.admin, '/settings/staff');
    await page.evaluate(`{
      const button = [...document.querySelectorAll('main button')].find(({ textContent }) => textContent === 'Add staff');
      const [unreached, early, unseen] = [button.cloneNode(true), button.cloneNode(true), button.cloneNode(true)];
      button.after(unreached, early);
      button.before(unseen);
      [unreached.ariaLabel, early.ariaLabel, unseen.ariaLabel] = ['Unreached', 'Early', 'Unseen'];
      unreached.tabIndex = -1;
      early.tabIndex = 1;
      for (const name of ['outline', 'box-shadow', 'border-color', 'background', 'transition'])
        unseen.style.setProperty(name, 'none', 'important');
    }`);
    const { faults } = await walk(page);
    expect(faults).toContain('button "Unreached" cannot be reached');
    expect(faults).toContainEqual(expect.stringMatching(/, not button "Early"$/));
    expect(faults).toContain('button "Unseen" looks the same with the focus');
    await close();
  });
});
