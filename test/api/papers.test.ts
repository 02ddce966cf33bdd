/** Papers over HTTP alone: statement, schedule, receipt, advice and guarantor's form as PDF, and the codes on them. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PDF_LIMITS, pdfMaker } from '../../core/pdf/pdf-maker.ts';
import { payDividend } from '../../domain/dividends/index.ts';
import { paperInvariants } from '../../domain/papers/index.ts';
import {
  applyFor,
  approvedDividend,
  changeContext,
  Client,
  codeOn,
  createSacco,
  decide,
  differences,
  earnFees,
  fetchPaper,
  fetchPdf,
  getLoan,
  lend,
  moving,
  must,
  newMember,
  newProduct,
  newSaver,
  pdfText,
  readPdf,
  savingsAccount,
  savingsProduct,
  sharedService,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;
let member: string;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  member = await newMember(sacco, { member_no: 'M-001' });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const paper = (path: string, client: Client = sacco.maker): Promise<Buffer> => fetchPaper(client, path);

async function deposit(amount_minor: number, more: object = {}): Promise<string> {
  const path = `/api/v1/sacco/members/${member}/deposits`;
  return must(await sacco.maker.post(path, moving(amount_minor, more))).body.id;
}

const statementPath = (id: string, more = ''): string =>
  `/api/v1/sacco/members/${id}/statement?from=2026-01-01&to=2099-12-31${more}`;

const POINTS_OF_80MM = 226.77;

describe('receipts', () => {
  test('E1 it is a PDF, as wide as a roll or as large as a page of A5', async () => {
    const entry = await deposit(150_000);
    const roll = await paper(`/api/v1/sacco/entries/${entry}/receipt?size=80mm`);
    expect(roll.subarray(0, 5).toString()).toBe('%PDF-');
    const [slip] = readPdf(roll);
    expect(slip?.width).toBeCloseTo(POINTS_OF_80MM, 2);
    const [page, ...others] = readPdf(await paper(`/api/v1/sacco/entries/${entry}/receipt?size=a5`));
    expect([page?.width, page?.height]).toEqual([expect.closeTo(419.53, 2), expect.closeTo(595.28, 2)]);
    expect(others).toEqual([]);
    const [by_default] = readPdf(await paper(`/api/v1/sacco/entries/${entry}/receipt`));
    expect(by_default?.width).toBeCloseTo(POINTS_OF_80MM, 2);
  });

  test('E2 it holds amount, balance and name; in Amharic beside figures in Latin digits', async () => {
    const entry = await deposit(150_000, { memo: 'ለትምህርት ቤት' });
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry}/receipt`));
    const english = pdfText(await paper(`/api/v1/sacco/entries/${entry}/receipt?language=en`));
    const balance = Number(body.balance_after).toLocaleString('en-US', { minimumFractionDigits: 2 });
    for (const text of [
      '1,500.00 KES',
      `${balance} KES`,
      body.full_name,
      'M-001',
      'Deposit',
      body.check_code,
    ])
      expect(english).toContain(text);
    const swahili = pdfText(await paper(`/api/v1/sacco/entries/${entry}/receipt?language=sw`));
    for (const text of ['Risiti', 'Amana', '1,500.00 KES']) expect(swahili).toContain(text);
    const amharic = pdfText(await paper(`/api/v1/sacco/entries/${entry}/receipt?language=am&size=a5`));
    for (const text of ['ደረሰኝ', 'ተቀማጭ', '1,500.00 KES', 'ለትምህርት ቤት']) expect(amharic).toContain(text);
  });

  test('as JSON it says the same', async () => {
    const entry = await deposit(20_000, { memo: 'school fees' });
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry}/receipt`));
    const { body: shown } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry}`));
    expect(body).toMatchObject({
      receipt_no: entry,
      kind: 'deposit',
      member_no: 'M-001',
      full_name: shown.member.full_name,
      amount: '200.00',
      amount_minor: 20_000,
      balance_of: 'savings',
      balance_after_minor: shown.balances_after.savings_minor,
      memo: 'school fees',
      at: shown.posted_at,
      reversed: false,
      reversed_at: null,
    });
    const bought = moving(10_000, { from: 'savings' });
    const shares = must(await sacco.maker.post(`/api/v1/sacco/members/${member}/shares`, bought)).body.id;
    const { body: of_shares } = must(await sacco.maker.get(`/api/v1/sacco/entries/${shares}/receipt`));
    expect(of_shares).toMatchObject({ balance_of: 'shares', balance_after_minor: 10_000 });
  });

  test('E4 only a posted entry has one', async () => {
    const path = `/api/v1/sacco/members/${member}/exit`;
    const waiting = must(await sacco.maker.post(path, { memo: 'leaves', idempotency_key: 'leaves' })).body;
    expect(waiting.status).toBe('awaiting_approval');
    for (const accept of ['application/pdf', 'application/json']) {
      const url = `/api/v1/sacco/entries/${waiting.id}/receipt`;
      const refused = await sacco.maker.with({ accept }).get(url);
      expect([refused.status, refused.body.error.reason]).toEqual([409, 'not_posted']);
    }
    must(await sacco.maker.post(`/api/v1/approvals/${waiting.approval_id}/cancel`));
  });

  test('of a reversed entry it says so, and so does its code; the reversal has one of its own', async () => {
    const entry = await deposit(30_000);
    const before = await paper(`/api/v1/sacco/entries/${entry}/receipt`);
    const code = codeOn(before);
    const asked = { memo: 'wrong member', idempotency_key: 'reverse-it' };
    const reversal = must(await sacco.maker.post(`/api/v1/sacco/entries/${entry}/reverse`, asked)).body;
    must(await sacco.checker.post(`/api/v1/approvals/${reversal.approval_id}/approve`));
    const after = await paper(`/api/v1/sacco/entries/${entry}/receipt`);
    expect(pdfText(before)).not.toContain('REVERSED');
    expect(pdfText(after)).toContain('REVERSED on');
    expect(codeOn(after)).toBe(code);
    const checked = must(await service.anyone.with({ accept: 'application/json' }).get(`/documents/${code}`));
    expect(checked.body).toMatchObject({ amount: '300.00', member_no: 'M-001', reversed: true });
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry}/receipt`));
    expect(body.reversed).toBe(true);
    expect(pdfText(await paper(`/api/v1/sacco/entries/${reversal.id}/receipt`))).toContain('Reversal');
  });

  test('entries of no member have one, without a member', async () => {
    const asked = moving(100_000, { direction: 'in', memo: 'opening count' });
    const waiting = must(await sacco.maker.post('/api/v1/sacco/cash-adjustments', asked)).body;
    must(await sacco.checker.post(`/api/v1/approvals/${waiting.approval_id}/approve`));
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/entries/${waiting.id}/receipt`));
    expect(body).toMatchObject({ member_no: null, full_name: null, balance_of: null, balance_after: null });
    const text = pdfText(await paper(`/api/v1/sacco/entries/${waiting.id}/receipt`));
    expect(text).toContain('Cash over or short');
    const checked = await service.anyone
      .with({ accept: 'application/json' })
      .get(`/documents/${body.check_code}`);
    expect(checked.body).toMatchObject({ member_no: null, kind: 'receipt' });
  });

  test.each([
    ['a word as long as a memo may be', 'x'.repeat(500)],
    ['emoji, flags and families', '🎉🇰🇪👩‍👩‍👧‍👦'.repeat(20)],
    ['scripts that no font has', 'العربية 中文 ไทย हिन्दी עברית'.repeat(5)],
    ['letters with many marks', `a${'\u0301\u0308'.repeat(200)}`],
    ['half of a surrogate pair, and controls', 'a\ud800b\u202e\u0007\u2028c'],
    ['what looks like PDF', ') Tj ET << /JS (app.alert(1)) >> stream'],
  ])('a memo of %s is printed', async (_what, memo) => {
    const sent = JSON.parse(JSON.stringify({ memo })) as { memo: string };
    const reply = await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100, sent));
    // What cannot be stored is refused; everything else can be printed.
    if (reply.status === 400) return;
    for (const size of ['80mm', 'a5']) {
      const pages = readPdf(await paper(`/api/v1/sacco/entries/${must(reply).body.id}/receipt?size=${size}`));
      for (const { pieces, width, height } of pages)
        for (const { x, y } of pieces)
          expect([x >= 0 && x < width, y > 0 && y < height]).toEqual([true, true]);
    }
  });
});

describe('statements', () => {
  test('E3 its figures are those of the JSON, in each language', async () => {
    const saver = await newSaver(sacco, 1_000_000);
    must(
      await sacco.maker.post(`/api/v1/sacco/members/${saver}/shares`, moving(123_456, { from: 'savings' })),
    );
    must(await sacco.maker.post(`/api/v1/sacco/members/${saver}/withdrawals`, moving(50_050)));
    const { body } = must(await sacco.maker.get(statementPath(saver)));
    const grouped = (text: string): string =>
      Number(text).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    for (const language of ['en', 'sw', 'am']) {
      const text = pdfText(await paper(statementPath(saver, `&language=${language}`)));
      const figures = text.match(/[+-]?[\d,]+\.\d\d(?!\d)/g) ?? [];
      const expected = body.accounts.flatMap(
        (account: Record<string, string> & { movements: Record<string, string>[] }) => [
          grouped(account['opening_balance'] as string),
          ...account.movements.flatMap(({ amount = '', balance_after = '' }) => [
            amount.startsWith('-') ? grouped(amount) : `+${grouped(amount)}`,
            grouped(balance_after),
          ]),
          grouped(account['closing_balance'] as string),
        ],
      );
      expect(figures).toEqual(expected);
    }
  });

  test('the same one has the same bytes, and the same code in every language', async () => {
    const saver = await newSaver(sacco, 70_000);
    const first = await paper(statementPath(saver));
    const second = await paper(statementPath(saver));
    expect(second.equals(first)).toBe(true);
    const swahili = await paper(statementPath(saver, '&language=sw'));
    expect(swahili.equals(first)).toBe(false);
    expect(codeOn(swahili)).toBe(codeOn(first));
    must(await sacco.maker.post(`/api/v1/sacco/members/${saver}/deposits`, moving(1)));
    expect(codeOn(await paper(statementPath(saver)))).not.toBe(codeOn(first));
  });

  test('many at once are the same, too, and have one code', async () => {
    const saver = await newSaver(sacco, 80_000);
    const papers = await Promise.all(Array.from({ length: 8 }, () => paper(statementPath(saver))));
    expect(new Set(papers.map((each) => each.toString('latin1'))).size).toBe(1);
  });

  test('of one savings account it has that one alone, and a code of its own', async () => {
    const saver = await newSaver(sacco, 70_000);
    const account = await savingsAccount(sacco, saver, await savingsProduct(sacco, { name: 'Goal' }));
    const path = `/api/v1/sacco/members/${saver}/deposits`;
    must(await sacco.maker.post(path, moving(12_300, { savings_account_id: account })));
    const one = await paper(statementPath(saver, `&savings_account_id=${account}`));
    const whole = await paper(statementPath(saver));
    expect(pdfText(one)).toContain('123.00');
    expect(pdfText(one)).not.toContain('700.00');
    for (const part of ['123.00', '700.00']) expect(pdfText(whole)).toContain(part);
    for (const [bytes, amount] of [
      [one, '123.00'],
      [whole, '823.00'],
    ] as const) {
      const asked = service.anyone.with({ accept: 'application/json' });
      const { body } = must(await asked.get(`/documents/${codeOn(bytes)}`));
      expect(body).toMatchObject({ kind: 'statement', amount });
    }
  });

  test('it ends today at the latest: no paper is of a day to come', async () => {
    const saver = await newSaver(sacco, 70_000);
    const bytes = await paper(statementPath(saver));
    expect(pdfText(bytes)).not.toMatch(/2099-\d\d-\d\d/);
    const asked = service.anyone.with({ accept: 'application/json' });
    const { body } = must(await asked.get(`/documents/${codeOn(bytes)}`));
    const today = must(await sacco.maker.get(statementPath(saver))).body.accounts[0].movements[0].date;
    expect(body.date).toBe(today);
    const refused = await sacco.maker
      .with({ accept: 'application/pdf' })
      .get(`/api/v1/sacco/members/${saver}/statement?from=2099-01-01&to=2099-12-31`);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'from']);
  });

  test('it is whole: what asks for a part is refused', async () => {
    for (const [part, field] of [
      ['&limit=5', 'limit'],
      ['&after=x', 'after'],
    ]) {
      const refused = await sacco.maker.with({ accept: 'application/pdf' }).get(statementPath(member, part));
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, field]);
    }
  });

  test('5,000 movements at most: more are for spreadsheets', async () => {
    const saver = await newSaver(sacco, 100_000);
    await addDeposits(saver, 4_999);
    const pages = readPdf(await paper(statementPath(saver)));
    expect(pages.length).toBeGreaterThan(50);
    for (const { lines } of pages.slice(1, -1)) {
      expect(lines[1]).toBe('Date Movement Amount Balance');
      expect(lines.at(-2)).toMatch(/Page \d+ of \d+$/);
    }
    await addDeposits(saver, 1);
    const refused = await sacco.maker.with({ accept: 'application/pdf' }).get(statementPath(saver));
    expect([refused.status, refused.body.error.reason]).toEqual([413, 'too_many_movements']);
  }, 240_000);
});

/** Deposits of 1.00, without waiting for each. */
async function addDeposits(saver: string, count: number): Promise<void> {
  const path = `/api/v1/sacco/members/${saver}/deposits`;
  for (let left = count; left > 0; left -= 250) {
    const sent = Array.from({ length: Math.min(left, 250) }, () => sacco.project.key.post(path, moving(100)));
    for (const reply of await Promise.all(sent)) must(reply);
  }
}

describe('loans', () => {
  test('the schedule has the figures of the JSON, and lines to sign on', async () => {
    const borrower = await newSaver(sacco, 1_000_000);
    const product_id = await newProduct(sacco, { savings_multiple_bps: null });
    const { id } = await lend(sacco, { product_id, member_id: borrower, amount_minor: 600_000, term: 12 });
    const loan = await getLoan(sacco, id);
    const text = pdfText(await paper(`/api/v1/sacco/loans/${id}`));
    for (const line of loan.schedule) {
      const figures = ['principal', 'interest', 'penalty', 'paid', 'unpaid'].map((name) =>
        Number(line[name]).toLocaleString('en-US', { minimumFractionDigits: 2 }),
      );
      expect(text).toContain([line.no, line.due_date, ...figures].join(' '));
    }
    for (const part of [
      'Loan schedule',
      '6,000.00 KES',
      '18%, Reducing balance',
      'signature and date',
      'For the cooperative',
    ])
      expect(text).toContain(part);
    const checked = await service.anyone
      .with({ accept: 'application/json' })
      .get(`/documents/${codeOn(await paper(`/api/v1/sacco/loans/${id}?language=am`))}`);
    expect(checked.body).toMatchObject({ kind: 'loan_schedule', amount: '6000.00', environment: 'test' });
  });

  test("the guarantor's form can be signed before the loan is approved, the schedule printed only after", async () => {
    const borrower = await newSaver(sacco, 1_000_000);
    const guarantor = await newSaver(sacco, 500_000);
    const product_id = await newProduct(sacco);
    const guarantors = [{ member_id: guarantor, amount_minor: 200_000 }];
    const asked = { product_id, member_id: borrower, amount_minor: 600_000, guarantors };
    const { id, approval_id } = must(await applyFor(sacco, asked)).body;
    const path = `/api/v1/sacco/loans/${id}/guarantors/${guarantor}`;
    const { body } = must(await sacco.maker.get(path));
    expect(body).toMatchObject({
      loan_id: id,
      borrower: { id: borrower },
      member_id: guarantor,
      amount: '2000.00',
      status: 'pledged',
      loan_principal: '6000.00',
    });
    const text = pdfText(await paper(path));
    for (const part of [
      body.member.full_name,
      body.borrower.full_name,
      '2,000.00 KES',
      'Pledged',
      'signature and date',
    ])
      expect(text).toContain(part);
    expect(pdfText(await paper(`${path}?language=am`))).toContain('የዋስ ቅጽ');
    const refused = await sacco.maker.with({ accept: 'application/pdf' }).get(`/api/v1/sacco/loans/${id}`);
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'not_posted']);
    must(await decide(sacco, approval_id));
    expect(pdfText(await paper(`/api/v1/sacco/loans/${id}`))).toContain(body.member.full_name);
    const other = await sacco.maker.get(`/api/v1/sacco/loans/${id}/guarantors/${borrower}`);
    expect(other.status).toBe(404);
  });
});

test("a dividend's advice once its line is paid", async () => {
  const own = await createSacco(service);
  const [payee] = await earnFees(own, [50_000]);
  const dividend = await approvedDividend(own, { label: 'Dividend of 2026' });
  const path = `/api/v1/sacco/dividends/${dividend}/lines/${payee}`;
  const { body: waiting } = must(await own.maker.get(path));
  expect(waiting).toMatchObject({
    dividend_id: dividend,
    status: 'pending',
    amount: '50.00',
    entry_id: null,
  });
  const refused = await own.maker.with({ accept: 'application/pdf' }).get(path);
  expect([refused.status, refused.body.error.reason]).toEqual([409, 'not_posted']);
  await payDividend(service.ctx, dividend);
  const { body } = must(await own.maker.get(path));
  expect(body.status).toBe('paid');
  for (const language of ['en', 'sw', 'am']) {
    const text = pdfText(await paper(`${path}?language=${language}`, own.maker));
    for (const part of ['Dividend of 2026', '500.00 KES', '50.00 KES', '10%', body.entry_id])
      expect(text).toContain(part);
  }
  const outsider = await own.maker.get(`/api/v1/sacco/dividends/${dividend}/lines/${member}`);
  expect(outsider.status).toBe(404);
});

describe('codes', () => {
  const anyone = (): Client => service.anyone.with({ accept: 'application/json' });

  test('tell member number, amount and date, and no name', async () => {
    const entry = await deposit(45_600);
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry}/receipt`));
    const checked = must(await anyone().get(`/documents/${body.check_code}`));
    expect(checked.body).toEqual({
      code: body.check_code,
      kind: 'receipt',
      environment: 'test',
      member_no: 'M-001',
      amount: '456.00',
      amount_minor: 45_600,
      currency: 'KES',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      reversed: false,
    });
    expect(body.check_url).toBe(`${service.url}/documents/${body.check_code.replaceAll('-', '')}`);
  });

  test('are read as people type them', async () => {
    const entry = await deposit(100);
    const { check_code } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry}/receipt`)).body;
    const typed = check_code.toLowerCase().replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await anyone().get(`/documents/${typed}`)).body.code).toBe(check_code);
  });

  test('are checked on a page in three languages, which shows no name', async () => {
    const entry = await deposit(100);
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry}/receipt`));
    for (const [language, words] of [
      ['en', 'This cooperative has issued this paper'],
      ['sw', 'Karatasi hii ilitolewa na ushirika'],
      ['am', 'ይህ ወረቀት በኅብረት ሥራ ማኅበሩ የተሰጠ ነው'],
    ] as const) {
      const page = await service.anyone
        .with({ accept: 'text/html', 'accept-language': language })
        .get(`/documents/${body.check_code}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain(words);
      expect(page.text).toContain('1.00 <small>KES</small>');
      expect(page.text).not.toContain(body.full_name);
    }
  });

  test.each(['ZZZZ-ZZZZ-ZZZZ', 'nonsense', '%F0%9F%8E%89', "x' or 1=1"])('%s is unknown', async (code) => {
    const refused = await anyone().get(`/documents/${encodeURIComponent(decodeURIComponent(code))}`);
    expect([refused.status, refused.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const page = await service.anyone.with({ accept: 'text/html' }).get(`/documents/${code}`);
    expect([page.status, page.text.includes('No paper has this code')]).toEqual([404, true]);
  });
});

test("other projects' papers are not found, and the other environment's neither", async () => {
  const entry = await deposit(100);
  const other = await createSacco(service);
  for (const path of [`/api/v1/sacco/entries/${entry}/receipt`, statementPath(member)]) {
    expect((await fetchPdf(other.maker, path)).status).toBe(404);
    expect((await fetchPdf(sacco.project.live_key, path)).status).toBe(404);
  }
});

test('one that cannot be made at the moment is refused, and comes when it is asked for again', async () => {
  const entry = await deposit(100);
  const path = `/api/v1/sacco/entries/${entry}/receipt`;
  const pdfs = pdfMaker({ ...PDF_LIMITS, max_waiting: 1 });
  changeContext(service.ctx, { pdfs });
  onTestFinished(() => pdfs.close());
  const replies = await Promise.all(Array.from({ length: 4 }, () => fetchPdf(sacco.maker, path)));
  const refused = replies.filter(({ status }) => status === 503);
  expect(replies.length - refused.length).toBeGreaterThan(0);
  for (const { bytes, headers } of refused) {
    expect(JSON.parse(bytes.toString()).error.reason).toBe('pdf_busy');
    expect(headers.get('retry-after')).toBe('5');
  }
});

test('an address that tries many codes is slowed down', async () => {
  const strict = await startService({ env: { RATE_LIMIT_PER_MINUTE: '1000' } });
  onTestFinished(() => strict.stop());
  const client = new Client(strict.url, { accept: 'application/json' });
  const statuses: number[] = [];
  for (let i = 0; i < 31; i++) statuses.push((await client.get('/documents/7K2MQ4TX9ZBC')).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
});

test.each([
  ['amount_minor', 1],
  ['member_no', 'M-999'],
  ['entry_id', 'ent_00000000000000000000000000'],
])('verify finds a receipt with another %s than its entry', async (column, value) => {
  const entry = await deposit(77_700);
  const { check_code } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry}/receipt`)).body;
  const code = check_code.replaceAll('-', '');
  const found = await differences(service.ctx, paperInvariants, (trx) =>
    trx('sacco_papers')
      .where({ code })
      .update({ [column]: value }),
  );
  expect(found).toEqual([
    `the code of a receipt tells what its posted entry says: the receipt ${code} tells something else than its entry`,
  ]);
});
