/** What every page of the dashboard must be, whatever it shows: accessible in both colour schemes, and as wide as a small phone. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from './browser.ts';

/**
 * What is clicked must be large enough itself. Room around it would do for WCAG, but how much there is depends on where lines
 * break, and so on each name and number.
 */
const STRICT_TARGETS = `axe.configure({ rules: [{ id: 'target-size', any: ['target-size'] }] })`;

/** WCAG 2.2 AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Of all the rules only these look at colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Pages, and kinds of elements on them, with which axe found nothing wrong in this worker. */
const accessible = new Set<string>();

/**
 * In both colour schemes, and without anything that scrolls sideways on a small phone. axe runs once for each page, and again
 * where the page, or the dialog in front of it, has an element of a kind that it has not seen: another text in elements of the
 * same kinds gives the same result.
 */
export async function expectGoodPage(page: Page): Promise<void> {
  const kinds = await page.evaluate<string[]>(KINDS);
  if (kinds.some((kind) => !accessible.has(kind))) {
    await showIn(page, 'light');
    await expectNoViolations(page, WCAG);
    await showIn(page, 'dark');
    await expectNoViolations(page, COLOURS);
    await showIn(page, 'light');
    for (const kind of kinds) accessible.add(kind);
  }
  await expectNarrow(page);
}

/**
 * In the page: a promise of the end of what moves or changes its colour, except what does so for ever. It looks at each frame,
 * because an animation's own promise, `finished`, stays pending now and then after the animation has ended.
 */
export const ANIMATIONS_END = `new Promise((resolve) => {
  const moves = ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity;
  const look = () => document.getAnimations().some(moves) ? requestAnimationFrame(look) : resolve();
  look();
})`;

/** As where the device is set to it, once colours do not change any more. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    .then(() => ${ANIMATIONS_END})`);
}

const IN_FRONT = `[...document.querySelectorAll('[role=dialog]')].at(-1)`;

/**
 * The page's path without ids, and each kind of element of the dialog in front, else of the whole page: name, classes, role,
 * ARIA and what names it, and the same of its parent.
 */
const KINDS = `(() => {
  const telling = /^(class|role|type|disabled|aria-.*)$/;
  const anything = /^(aria-(labelledby|describedby|controls|owns|activedescendant|label)|id|for|alt|title|href)$/;
  const own = (element) => {
    const attributes = [...element.attributes].flatMap(({ name, value }) =>
      anything.test(name) ? [name] : telling.test(name) ? [name + '=' + value.replace(/ ?__m__\\S+/, '')] : []);
    const has_text = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
    return [element.localName, ...attributes.sort(), has_text].join(' ');
  };
  const root = ${IN_FRONT} ?? document.documentElement;
  const kinds = [root, ...root.querySelectorAll('*:not(svg *)')].map(
    (element) => own(element) + ' in ' + (element.parentElement ? own(element.parentElement) : ''));
  return [...new Set([location.pathname.replaceAll(/[a-z]+_[0-9A-Z]{26}/g, 'id'), ...kinds])];
})()`;

/** @param rules names or tags of axe's */
async function expectNoViolations(page: Page, rules: string[]): Promise<void> {
  // Half a megabyte, which stays until the page is left.
  if (await page.evaluate('typeof axe === "undefined"'))
    await page.evaluate(`${axe.source}; ${STRICT_TARGETS}`);
  const violations = await page.evaluate<string[]>(
    `axe.run(${IN_FRONT} ?? document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  );
  // As one text: a summary of failures shows no more than "Array(1)" of a list.
  expect(violations.join('\n'), `at ${page.url()}`).toBe('');
}

async function expectNarrow(page: Page): Promise<void> {
  const viewport = page.viewportSize();
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
