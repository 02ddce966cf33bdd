/** The portfolio: today's figures, and the months before as a figure with the same data as a table. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  letDaysPass,
  must,
  newMember,
  newProduct,
  newSaver,
  openDashboard,
  openLoan,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the portfolio in the dashboard', () => {
  const its = saccoInBrowser();

  const open = (): ReturnType<typeof openDashboard> =>
    its.open(its.sacco.people.maker, {
      path: '/portfolio',
    });

  test('shows what the API says, at the end of each month too', async () => {
    const product_id = await newProduct(its.sacco);
    await newSaver(its.sacco, 1_000_000);
    const member_id = await newMember(its.sacco);
    await openLoan(its.sacco, { member_id, product_id, amount_minor: 600_000, term: 6 });
    await letDaysPass(its.service, its.sacco, 70);
    const figures = must(await its.sacco.maker.get('/api/v1/sacco/portfolio')).body;
    expect(figures.par30_minor).toBe(600_000);

    const { page, complaints, close } = await open();
    await page.getByRole('region', { name: 'Active loans' }).getByText('1', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Principal outstanding' }).getByText('6,000.00 KES').waitFor();
    const par30 = page.getByRole('region', { name: 'PAR30' });
    expect(await par30.getByText('6,000.00 KES').getAttribute('value')).toBe('600000');
    await par30.getByText('100.00%').waitFor();
    await page.getByRole('region', { name: 'PAR90' }).getByText('0.00 KES').waitFor();

    const figure = page.getByRole('figure', { name: 'Portfolio at risk' });
    await figure.locator('svg').first().waitFor();
    const table = figure.getByRole('table', { name: 'Portfolio at risk' });
    expect(await table.getByRole('row').count()).toBe(13);
    const now = table.getByRole('row').last();
    expect(await now.getByRole('cell').nth(3).textContent()).toBe('6,000.00 KES100.00%');
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
