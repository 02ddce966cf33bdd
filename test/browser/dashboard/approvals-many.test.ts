/** 10,000 requests wait: the page opens, and keys and decisions are answered at once. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  Interactions,
  mostForBusyMachine,
  moving,
  must,
  PATIENCE_MS,
  saccoInBrowser,
} from '../../harness/index.ts';

const MANY = 10_000;
const MOVES = 60;
const DECISIONS = 15;

describe.skipIf(browserIsMissing())('very many approvals', () => {
  const its = saccoInBrowser();

  /** As many more as there are, each like the first. */
  async function fill(): Promise<void> {
    const body = moving(7_500, { direction: 'in', memo: 'float' });
    const { approval_id } = must(await its.sacco.maker.post('/api/v1/sacco/cash-adjustments', body)).body;
    await its.service.ctx.db.raw(
      `with copies as (
         insert into sacco_approvals select copied.*
         from sacco_approvals a, generate_series(1, :more::integer) n, jsonb_populate_record(a, jsonb_build_object(
           'id', 'apr_' || lpad(n::text, 26, '0'), 'entry_id', 'ent_' || lpad(n::text, 26, '0'), 'summary', a.summary || ' ' || n)) copied
         where a.id = :id returning id)
       insert into sacco_entries select copied.*
       from sacco_entries e, copies, jsonb_populate_record(e, jsonb_build_object('id', 'ent_' || right(copies.id, 26),
         'approval_id', copies.id)) copied where e.approval_id = :id`,
      { id: approval_id, more: MANY - 1 },
    );
    await its.service.ctx.db.raw('analyze sacco_approvals, sacco_entries');
  }

  /** The request that has the focus, or something within it; '' where none has. */
  const focused = (page: Page): Promise<string> =>
    page.evaluate(`document.activeElement.closest('article')?.dataset.approval ?? ''`);

  /** @returns the request that has the focus once that is another one */
  async function next(page: Page, before: string): Promise<string> {
    let now = '';
    await expect
      .poll(async () => ['', before].includes((now = await focused(page))), { timeout: PATIENCE_MS })
      .toBe(false);
    return now;
  }

  test('moving and approving are answered at once', async () => {
    await fill();
    const began_ms = performance.now();
    const { page, complaints, close } = await its.open(its.sacco.people.checker, { path: '/approvals' });
    const articles = page.getByRole('article');
    await articles.first().getByRole('table', { name: 'Effect' }).waitFor();
    const opened_ms = Math.round(performance.now() - began_ms);
    for (const pages of [2, 3]) {
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect.poll(() => articles.count(), { timeout: PATIENCE_MS }).toBe(pages * 50);
    }
    const interactions = new Interactions();
    await interactions.watch(page);

    let here = await focused(page);
    for (let moved = 0; moved < MOVES; moved += 1) {
      await page.keyboard.press('j');
      here = await next(page, here);
    }
    const moving_ms = await interactions.figures();
    expect(moving_ms.count).toBe(MOVES);

    for (let approved = 0; approved < DECISIONS; approved += 1) {
      await page.keyboard.press('a');
      const dialog = page.getByRole('dialog', { name: 'Approve 75.00 KES?' });
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      here = await next(page, here);
    }
    const approving_ms = await interactions.figures();
    expect(approving_ms.count).toBe(DECISIONS * 2);
    const [{ left }] = (
      await its.service.ctx.db.raw(
        `select count(*)::int as left from sacco_approvals where status = 'pending'`,
      )
    ).rows;
    expect(left).toBe(MANY - DECISIONS);

    const figures = { opened_ms, moving_ms, approving_ms };
    process.stdout.write(`10,000 approvals: ${JSON.stringify(figures)}\n`);
    for (const of of [moving_ms, approving_ms]) expect(of.p95_ms).toBeLessThan(mostForBusyMachine(of));
    expect(complaints).toEqual([]);
    await close();
  });
});
