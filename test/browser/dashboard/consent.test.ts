/** Files and consent where a teller is: a document, a photo, and guarantors who are asked again or heard in person. */
import { describe, expect, test } from 'vitest';
import {
  askedLoan,
  browserIsMissing,
  customerBody,
  expectGoodPage,
  fileOf,
  must,
  newMember,
  pledgesOf,
  saccoInBrowser,
  sentTo,
} from '../../harness/index.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(browserIsMissing())('files and consent', () => {
  const its = saccoInBrowser();
  const open = (path: string, role: 'maker' | 'checker' = 'maker') =>
    its.open(its.sacco.people[role], { path });

  test('a guarantor is asked again, and heard in person with the signed form', async () => {
    const loan = await askedLoan(its.sacco, 1);
    const { page, complaints, close } = await open(`/loans/${loan.id}`, 'checker');
    const guarantors = page.getByRole('table', { name: 'Guarantors' });
    await guarantors.getByText('Requested').first().waitFor();
    await expectGoodPage(page);
    await guarantors.getByRole('button', { name: 'Ask again' }).click();
    const question = page.getByRole('dialog', { name: /^Ask .* again\?$/ });
    await question.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText(/was asked$/).waitFor();
    await guarantors.getByRole('button', { name: 'In person' }).click();
    const dialog = page.getByRole('dialog', { name: /in person$/ });
    await dialog.getByRole('button', { name: 'Record' }).click();
    await dialog.getByText('Say how it was decided').waitFor();
    await dialog.getByRole('textbox', { name: 'How it was decided' }).fill('came to the office');
    await dialog
      .getByLabel('Signed form (optional)')
      .setInputFiles({ name: 'form.pdf', mimeType: 'application/pdf', buffer: fileOf('pdf') });
    await dialog.getByText('Chosen: form.pdf').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Record' }).click();
    await page.getByText(/^Recorded for/).waitFor();
    await guarantors.getByRole('button', { name: 'Signed form' }).waitFor();
    expect(await pledgesOf(its.sacco, loan)).toEqual(['pledged']);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a guarantor reads the code out: a wrong one is refused, the right one counts; then it is withdrawn', async () => {
    const loan = await askedLoan(its.sacco, 1);
    const { code } = await sentTo(its.service, its.sacco, loan.guarantors[0] as string);
    const { page, complaints, close } = await open(`/loans/${loan.id}`);
    const guarantors = page.getByRole('table', { name: 'Guarantors' });
    const record = async (typed: string, decision: 'Consents' | 'Declines') => {
      const dialog = page.getByRole('dialog', { name: /by the code$/ });
      await dialog.getByRole('combobox', { name: 'Decision' }).selectOption({ label: decision });
      await dialog.getByRole('textbox', { name: 'Code' }).fill(typed);
      await dialog.getByRole('button', { name: 'Record' }).click();
      return dialog;
    };
    await guarantors.getByRole('button', { name: 'Code' }).click();
    await (await record('12', 'Consents')).getByText('Enter the six digits of the message').waitFor();
    await expectGoodPage(page);
    const wrong = code === '000000' ? '000001' : '000000';
    await (await record(wrong, 'Consents')).getByRole('alert').waitFor();
    await record(code, 'Consents');
    await page.getByText(/^Recorded for/).waitFor();
    await guarantors.getByText('Pledged').first().waitFor();
    expect(await pledgesOf(its.sacco, loan)).toEqual(['pledged']);
    await guarantors.getByRole('button', { name: 'Code' }).click();
    await record(code, 'Declines');
    await guarantors.getByText('Declined').first().waitFor();
    expect(await pledgesOf(its.sacco, loan)).toEqual(['declined']);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the photo of a member is taken, and shown', async () => {
    const member = await newMember(its.sacco);
    const { page, complaints, close } = await open(`/members/${member}`);
    await page.getByText('No photo').waitFor();
    await page.getByRole('button', { name: 'Change photo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change photo' });
    const camera = dialog.getByLabel('Photo with the camera');
    expect(await camera.getAttribute('capture')).toBe('environment');
    await camera.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: PIXEL });
    await dialog.getByText('Chosen: photo.png').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('img', { name: 'Photo' }).waitFor();
    await expectGoodPage(page);
    expect(must(await its.sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.photo_file_id).toMatch(
      /^fil_/,
    );
    expect(complaints).toEqual([]);
    await close();
  });

  test('a KYC document is added with its picture, and what is no picture is refused', async () => {
    const { body: customer } = must(await its.sacco.maker.post('/api/v1/customers', customerBody()));
    const { page, close } = await open(`/customers/${customer.id}`);
    await page.getByRole('button', { name: 'Add document' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add document' });
    await dialog.getByRole('textbox', { name: 'Number' }).fill('EP0123456');
    const file = dialog.getByLabel('File (optional)');
    await file.setInputFiles({
      name: 'passport.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('not a PDF'),
    });
    await dialog.getByText('Chosen: passport.pdf').waitFor();
    await dialog.getByRole('button', { name: 'Add document' }).click();
    await dialog.getByText('This is no PDF, JPEG, PNG or WebP.').waitFor();
    await file.setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: fileOf('pdf') });
    await dialog.getByText('Chosen: scan.pdf').waitFor();
    await dialog.getByRole('button', { name: 'Add document' }).click();
    await page.getByRole('button', { name: 'Open the file' }).waitFor();
    const at = `/api/v1/customers/${customer.id}/documents`;
    const { documents } = must(await its.sacco.maker.get(at)).body;
    expect(documents.map(({ file_id }: { file_id: string | null }) => file_id !== null)).toEqual([true]);
    await close();
  });
});
