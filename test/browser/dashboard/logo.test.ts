/** The cooperative's logo: set in the settings, at the head of each page and of what is printed. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  fileOf,
  LOGO_PNG,
  moving,
  must,
  newSaver,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the logo', () => {
  const its = saccoInBrowser();

  test('is uploaded, shown with the name, printed, and removed; what is no logo is refused', async () => {
    const { projects } = must(await its.sacco.maker.get('/api/auth/me')).body;
    const { name } = projects.find(({ id }: { id: string }) => id === its.sacco.project.id);
    const { page, complaints, close } = await its.open(its.sacco.people.admin, {
      path: '/settings/cooperative',
    });
    const brand = page.getByRole('banner').getByRole('link', { name, exact: true });
    await brand.waitFor();
    expect(await brand.getByRole('img').count()).toBe(0);
    await page.getByRole('button', { name: 'Add a logo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the logo' });
    const choose = async (file: string, mimeType: string, buffer: Buffer): Promise<void> => {
      await dialog.getByLabel('Picture (PNG or JPEG)').setInputFiles({ name: file, mimeType, buffer });
      await dialog.getByText(`Chosen: ${file}`).waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await choose('logo.webp', 'image/webp', fileOf('webp'));
    await dialog.getByText('It must be a PNG or JPEG.').waitFor();
    await expectGoodPage(page);
    await choose('umoja.png', 'image/png', LOGO_PNG);
    await brand.getByRole('img', { name }).waitFor();
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    await expectGoodPage(page);

    const member = await newSaver(its.sacco, 500_000);
    const deposit = await its.sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(150_000));
    await page.goto(`/entries/${must(deposit).body.id}/receipt`);
    await page.locator('.receipt-head img').waitFor();
    await page.goto(`/members/${member}/statement`);
    await brand.getByRole('img', { name }).waitFor();
    await page.locator('.statement').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.paper-head img').waitFor();
    await page.locator('.paper-head').getByText(name).waitFor();
    await page.emulateMedia({ media: null });

    await page.goto('/settings/cooperative');
    await page.getByRole('button', { name: 'Remove the logo' }).click();
    const question = page.getByRole('dialog', { name: /^Remove the logo\?/ });
    await question.getByRole('button', { name: 'Remove the logo' }).click();
    await page.getByRole('button', { name: 'Add a logo' }).waitFor();
    await brand.waitFor();
    expect(await brand.getByRole('img').count()).toBe(0);
    expect(must(await its.sacco.maker.get('/api/v1/sacco/settings')).body.logo_file_id).toBeNull();
    // Of the picture that was refused.
    expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
    await close();
  });
});
