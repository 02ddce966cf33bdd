/** PDFs as the thread makes them: text in the fonts that have it, tables over pages, and the bounds of the queue. */
import fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { drawPaper } from '../../core/pdf/draw-paper.ts';
import type { Block, Paper } from '../../core/pdf/paper.ts';
import { PDF_LIMITS, pdfMaker, type PdfLimits, type PdfMaker } from '../../core/pdf/pdf-maker.ts';
import { LOGO_PNG, logoJpeg } from '../harness/contents.ts';
import { pdfText, readPdf } from '../harness/pdf-text.ts';
import { until } from '../harness/wait.ts';

function paperOf(blocks: Block[], more: Partial<Paper> = {}): Paper {
  return {
    size: 'a4',
    language: 'en',
    issuer: 'Umoja SACCO',
    logo: null,
    title: 'Statement',
    about: 'M-001',
    dated_at: new Date('2026-01-31T00:00:00Z'),
    blocks,
    foot: ['To check this paper: https://umoja.example/documents/7K2MQ4TX9ZBC', 'Code 7K2M-Q4TX-9ZBC'],
    page_of: 'Page {page} of {pages}',
    ...more,
  };
}

const text = (value: string): Block => ({ kind: 'text', text: value });

function tableOf(rows: string[][]): Block {
  return {
    kind: 'table',
    title: 'Savings',
    columns: [
      { header: 'Date', width: 'narrow' },
      { header: 'Movement' },
      { header: 'Amount', width: 'figure' },
      { header: 'Balance', width: 'figure' },
    ],
    rows: rows.map((cells) => ({ cells })),
  };
}

describe('text', () => {
  test('each part stands in the font that has it, on one line and in its order', async () => {
    const [page] = readPdf(await drawPaper(paperOf([text('ቁጠባ 1,500.00 KES፣ Akiba ፩')])));
    expect(page?.lines).toContain('ቁጠባ 1,500.00 KES ፣ Akiba ፩');
  });

  test('what no font has is one sign each', async () => {
    const shown = pdfText(await drawPaper(paperOf([text('a 👩‍👩‍👧‍👦 中 b')])));
    expect(shown).toContain('a \uFFFD \uFFFD b');
  });

  test('lines end between words, also between Ethiopic ones, and long words within', async () => {
    const words = 'ኅብረት ሥራ ማኅበር፡ቁጠባና፡ብድር '.repeat(20);
    const long = 'x'.repeat(300);
    const [page] = readPdf(await drawPaper(paperOf([text(words), text(long)], { size: '80mm' })));
    const right_edge = (page?.width ?? 0) - 10;
    for (const { x } of page?.pieces ?? []) expect(x).toBeLessThan(right_edge);
    const lines = page?.lines ?? [];
    expect(lines.join('').replaceAll(' ', '')).toContain(words.replaceAll(' ', ''));
    for (const line of lines.filter((each) => each.includes('ማኅበር'))) expect(line).not.toMatch(/ማኅ$|^በር/);
    expect(lines.filter((each) => /^x+$/.test(each)).length).toBeGreaterThan(5);
  });

  test('anything that can be stored can be printed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (memo) => {
        const bytes = await drawPaper(
          paperOf([{ kind: 'fields', fields: [{ name: 'Memo', value: memo }] }, text(memo)], {
            size: '80mm',
          }),
        );
        expect(readPdf(bytes)).toHaveLength(1);
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});

describe('tables', () => {
  const rows = Array.from({ length: 120 }, (_, i) => [
    '2026-01-31',
    'Deposit',
    `+${i}.00`,
    `${(i * 1_000_003).toLocaleString('en-US')}.00`,
  ]);

  test('each page has the headings, the foot and its number, and every row is on one', async () => {
    const pages = readPdf(await drawPaper(paperOf([tableOf(rows)])));
    expect(pages.length).toBe(3);
    for (const [i, { lines }] of pages.entries()) {
      expect(lines).toContain('Date Movement Amount Balance');
      expect(lines.at(-2)).toBe(
        `To check this paper: https://umoja.example/documents/7K2MQ4TX9ZBC Page ${i + 1} of 3`,
      );
      expect(lines.at(-1)).toBe('Code 7K2M-Q4TX-9ZBC');
    }
    const all = pages.flatMap(({ lines }) => lines);
    expect(all.filter((line) => line.startsWith('2026-01-31'))).toEqual(rows.map((cells) => cells.join(' ')));
  });

  test('figures end at one edge, and nothing stands over anything else', async () => {
    const largest = '-90,071,992,547,409.91';
    const cells = ['2026-01-31', 'A movement with a very long name that needs lines', largest, largest];
    for (const size of ['a4', 'a5', '80mm'] as const) {
      const [page] = readPdf(
        await drawPaper(paperOf([tableOf([cells, ['', 'x', '1.00', '2.00']])], { size })),
      );
      const { width = 0, pieces = [] } = page ?? {};
      for (const piece of pieces) {
        expect(piece.x).toBeGreaterThanOrEqual(0);
        // A digit is 0.572 of its size wide.
        const end = piece.x + (/^[-\d.,]+$/.test(piece.text) ? piece.text.length * 0.3 * piece.size : 0);
        expect(end).toBeLessThanOrEqual(width);
      }
    }
  });

  test('the same paper has the same bytes, whatever was drawn before', async () => {
    const one = await drawPaper(paperOf([tableOf(rows)]));
    await drawPaper(paperOf([text('ቁጠባ, Akiba')], { language: 'am' }));
    const other = await drawPaper(paperOf([tableOf(rows)]));
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });
});

describe('bounds', () => {
  const makers: PdfMaker[] = [];
  afterEach(async () => {
    for (const maker of makers.splice(0)) await maker.close();
  });
  function makerOf(limits: Partial<PdfLimits>): PdfMaker {
    const maker = pdfMaker({ ...PDF_LIMITS, ...limits });
    makers.push(maker);
    return maker;
  }
  const short = () => Promise.resolve(paperOf([text('short')]));
  const long = () =>
    Promise.resolve(
      paperOf([tableOf(Array.from({ length: 5_000 }, () => ['2026-01-31', 'Deposit', '1.00', '1.00']))]),
    );

  test('papers are made one after the other; where too many wait, one is refused', async () => {
    const maker = makerOf({ max_waiting: 1, max_waiting_per_caller: 1 });
    let described = 0;
    const describe_one = async () => {
      described += 1;
      return short();
    };
    const first = maker.make('a', describe_one);
    await until('the first is begun', () => described === 1);
    const second = maker.make('a', describe_one);
    await expect(maker.make('b', describe_one)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'pdf_busy',
      retry_after_s: 5,
    });
    expect((await Promise.all([first, second])).map((bytes) => bytes.length > 1_000)).toEqual([true, true]);
    expect(described).toBe(2);
  });

  test('what waits for too long is refused, and is not described', async () => {
    const maker = makerOf({ max_wait_ms: 1 });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = maker.make('a', async () => {
      await held;
      return short();
    });
    let described = false;
    const second = maker.make('a', () => {
      described = true;
      return short();
    });
    await expect(second).rejects.toMatchObject({ reason: 'pdf_busy' });
    release();
    await first;
    expect(described).toBe(false);
  });

  test('one that takes too long is given up, and the next is made', async () => {
    const maker = makerOf({ make_ms: 1 });
    await expect(maker.make('a', long)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect((await makerOf({}).make('a', short)).length).toBeGreaterThan(1_000);
    const patient = makerOf({ make_ms: 20_000 });
    await expect(patient.make('a', () => Promise.reject(new Error('no rows')))).rejects.toThrow('no rows');
    expect((await patient.make('a', short)).length).toBeGreaterThan(1_000);
  });

  test('one that needs too much memory ends its thread, and nothing else', async () => {
    const maker = makerOf({ memory_mb: 12 });
    await expect(maker.make('a', long)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect((await makerOf({}).make('a', short)).length).toBeGreaterThan(1_000);
  });

  test('the thread ends when nothing was asked for in a while, and comes back', async () => {
    const maker = makerOf({ idle_ms: 1 });
    const first = await maker.make('a', short);
    const second = await maker.make('a', short);
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true);
  });

  test('a thread that was given up leaves its successor in peace', async () => {
    let threads = 0;
    const count = (): void => void (threads += 1);
    process.on('worker', count);
    onTestFinished(() => void process.off('worker', count));
    const limits = { ...PDF_LIMITS, make_ms: 1, idle_ms: 30 };
    const maker = pdfMaker(limits);
    makers.push(maker);
    await expect(maker.make('a', long)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    limits.make_ms = PDF_LIMITS.make_ms;
    limits.idle_ms = PDF_LIMITS.idle_ms;
    // It takes longer than the first thread would have been idle.
    await maker.make('a', long);
    await maker.make('a', short);
    expect(threads).toBe(2);
  });
});

describe('the logo', () => {
  const sizes = ['a4', 'a5', '80mm'] as const;

  test.each(sizes)('stands above the name on %s, with the same bytes each time', async (size) => {
    const without = paperOf([text('Total')], { size });
    const [plain] = readPdf(await drawPaper(without));
    for (const logo of [LOGO_PNG, logoJpeg()]) {
      const bytes = await drawPaper({ ...without, logo });
      expect(Buffer.from(bytes).toString('latin1').split('/Subtype /Image')).toHaveLength(2);
      const [page] = readPdf(bytes);
      expect(page?.lines).toEqual(plain?.lines);
      const nameOf = (of: typeof page): number => (of?.height ?? 0) - (of?.pieces[0]?.y ?? 0);
      // From the top: below the picture.
      expect(nameOf(page) - nameOf(plain)).toBeGreaterThan(40);
      expect(Buffer.from(await drawPaper({ ...without, logo })).equals(Buffer.from(bytes))).toBe(true);
    }
  });
});
