/** The reports in pictures: each with the same figures as a table below it. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  moveToNoon,
  must,
  newProduct,
  newSaver,
  openLoan,
  repay,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('reports in pictures', () => {
  const its = saccoInBrowser();

  beforeAll(async () => {
    await moveToNoon(its.sacco.project);
    const member_id = await newSaver(its.sacco, 150_000);
    const product_id = await newProduct(its.sacco, { name: 'School fees', fee_bps: 0 });
    const id = await openLoan(its.sacco, { member_id, product_id, amount_minor: 60_000, term: 3 });
    must(await repay(its.sacco, id, 10_000));
  });

  test('are drawn, and say the same in tables', async () => {
    const { body: trends } = must(await its.sacco.maker.get('/api/v1/sacco/reports/trends'));
    expect(trends.months).toHaveLength(12);
    expect(trends.days).toHaveLength(30);
    expect(trends.months.at(-1)).toMatchObject({ savings_minor: 210_000, collected_minor: 10_000 });
    expect(trends.days.at(-1)).toMatchObject({
      cash_in_minor: 160_000,
      cash_out_minor: 0,
      cash_minor: 160_000,
    });
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/reports/pictures' });
    const figure = (name: string) => page.getByRole('figure', { name });
    for (const name of [
      'Portfolio at risk',
      'Loans by class',
      'Loans by product',
      'Savings and shares',
      'Collected and due',
      'Cash by day',
    ]) {
      await figure(name).getByRole('img').locator('svg').first().waitFor();
      await figure(name).getByRole('table', { name }).waitFor();
    }
    await figure('Loans by product')
      .getByRole('row', { name: /School fees.*500.00 KES/ })
      .waitFor();
    const now = figure('Savings and shares').getByRole('row').last();
    await now.getByText('2,100.00 KES').waitFor();
    await figure('Collected and due').getByRole('row').last().getByText('100.00 KES').waitFor();
    await figure('Received by provider').getByText('No payments yet.').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(['sw', 'am'] as const)('read well in another language: %s', async (language) => {
    const { page, close } = await its.open(its.sacco.people.maker, { path: '/reports/pictures', language });
    const name = language === 'sw' ? 'Akiba na hisa' : 'ቁጠባና አክሲዮን';
    await page.getByRole('figure', { name }).locator('svg').first().waitFor();
    await expectGoodPage(page);
    await close();
  });
});
