/** Draws a paper as a PDF: blocks from top to bottom, with what each page repeats. The same paper gives the same bytes. */
import PDFDocument from 'pdfkit';
import { drawTable } from './draw-table.ts';
import type { Block, Field, Paper, PaperSize } from './paper.ts';
import { LEADING, Typesetter, type Style } from './typesetter.ts';

/** In points. */
interface Format {
  width: number;
  /** null: as long as what is on it, as from a roll. */
  height: number | null;
  margin: number;
  /** Of the text; everything else follows from it. */
  size: number;
}

const MM = 72 / 25.4;

const FORMATS: Record<PaperSize, Format> = {
  a4: { width: 210 * MM, height: 297 * MM, margin: 15 * MM, size: 9 },
  a5: { width: 148 * MM, height: 210 * MM, margin: 12 * MM, size: 9 },
  '80mm': { width: 80 * MM, height: null, margin: 4 * MM, size: 8.5 },
};

/** The most that a PDF's page can be high; no receipt comes near it. */
const MAX_HEIGHT = 14_400;
const GREY = '#555555';
const BLACK = '#000000';

export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  const format = FORMATS[paper.size];
  if (format.height !== null) return new Sheet(paper, format, format.height).draw();
  // What is on a roll is drawn twice: once to see how long it gets.
  const trial = new Sheet(paper, format, MAX_HEIGHT);
  await trial.draw();
  return new Sheet(paper, format, trial.end).draw();
}

/** What is drawn on, and how far one has got. */
export class Sheet {
  readonly doc: InstanceType<typeof PDFDocument>;
  readonly type: Typesetter;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  /** Where the next block begins, from the top. */
  y: number;
  /** Height that the whole would take on a roll. */
  end = 0;
  readonly #paper: Paper;
  readonly #format: Format;
  readonly #height: number;
  readonly #foot: string[];

  constructor(paper: Paper, format: Format, height: number) {
    this.#paper = paper;
    this.#format = format;
    this.#height = height;
    this.size = format.size;
    this.left = format.margin;
    this.right = format.width - format.margin;
    this.y = format.margin;
    this.doc = new PDFDocument({
      autoFirstPage: false,
      bufferPages: true,
      size: [format.width, height],
      margin: 0,
      lang: paper.language,
      info: {
        Title: `${paper.title} · ${paper.about}`,
        Author: paper.issuer,
        Producer: 'Ushirika',
        Creator: 'Ushirika',
        CreationDate: paper.dated_at,
      },
    });
    this.type = new Typesetter(this.doc);
    this.#foot = this.type.lines(paper.foot, this.#footStyle(), this.#footWidth());
    this.doc.addPage();
  }

  /** The width between the margins. */
  get width(): number {
    return this.right - this.left;
  }

  /** What is left of the page above its foot. */
  get room(): number {
    return this.#bottom() - this.y;
  }

  async draw(): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.on('end', resolve).on('error', reject);
    });
    this.#head();
    for (const block of this.#paper.blocks) this.#block(block);
    this.#feet();
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }

  /** Begins a new page if less than this is left of the one that is being drawn on. @returns whether it did */
  reserve(height: number): boolean {
    if (this.room >= height) return false;
    this.doc.addPage();
    this.y = this.#format.margin;
    const style = { size: this.size * 0.85 };
    const { issuer, title, about } = this.#paper;
    this.doc.fillColor(GREY);
    const [line = ''] = this.type.lines(`${issuer} · ${title} · ${about}`, style, this.width);
    this.type.draw(line, this.left, this.y, style);
    this.doc.fillColor(BLACK);
    this.y += style.size * LEADING;
    this.rule();
    this.y += this.size * 0.6;
    return true;
  }

  /** A thin line across. */
  rule(from = this.left, to = this.right, colour = GREY): void {
    this.doc.lineWidth(0.5).moveTo(from, this.y).lineTo(to, this.y).stroke(colour);
  }

  /** A text over as many lines as it needs. */
  paragraph(text: string, style: Style, align: 'left' | 'middle' = 'left', width = this.width): void {
    for (const line of this.type.lines(text, style, width)) {
      this.reserve(style.size * LEADING);
      const x = align === 'left' ? this.left : this.left + (this.width - this.type.width(line, style)) / 2;
      this.type.draw(line, x, this.y, style);
      this.y += style.size * LEADING;
    }
  }

  #head(): void {
    const { issuer, title } = this.#paper;
    const align = this.#format.height === null ? 'middle' : 'left';
    this.paragraph(issuer, { size: this.size * 1.5, is_bold: true }, align);
    this.paragraph(title, { size: this.size * 1.15 }, align);
    this.y += this.size * 0.4;
    this.rule();
    this.y += this.size * 0.8;
  }

  #block(block: Block): void {
    if (block.kind === 'notice') this.#notice(block.text);
    else if (block.kind === 'amount') this.#amount(block.text);
    else if (block.kind === 'fields') this.#fields(block.fields);
    else if (block.kind === 'table') drawTable(this, block);
    else if (block.kind === 'text') this.paragraph(block.text, { size: this.size });
    else this.#signatures(block.signers);
    this.y += this.size * 0.8;
  }

  #notice(text: string): void {
    const style = { size: this.size * 1.1, is_bold: true };
    const pad = this.size * 0.6;
    const lines = this.type.lines(text, style, this.width - 2 * pad);
    const height = lines.length * style.size * LEADING + 2 * pad;
    this.reserve(height);
    this.doc.lineWidth(1.2).rect(this.left, this.y, this.width, height).stroke(BLACK);
    this.y += pad;
    for (const line of lines) {
      this.type.draw(line, this.left + pad, this.y, style);
      this.y += style.size * LEADING;
    }
    this.y += pad;
  }

  #amount(text: string): void {
    const align = this.#format.height === null ? 'middle' : 'left';
    this.paragraph(text, { size: this.size * 2, is_bold: true }, align);
  }

  /** On a narrow paper the value stands at the right edge, otherwise in a column of its own. */
  #fields(fields: readonly Field[]): void {
    const style = { size: this.size };
    const gap = this.size;
    const names = fields.map(({ name }) => this.type.width(name, style));
    const name_width = Math.min(Math.max(...names), this.width * 0.45);
    const value_width = this.width - name_width - gap;
    const is_right = this.#format.height === null;
    for (const { name, value } of fields) {
      const named = this.type.lines(name, style, name_width);
      const lines = this.type.lines(value, style, value_width);
      const count = Math.max(named.length, lines.length);
      this.reserve(count * this.size * LEADING);
      this.doc.fillColor(GREY);
      named.forEach((line, i) => this.type.draw(line, this.left, this.y + i * this.size * LEADING, style));
      this.doc.fillColor(BLACK);
      lines.forEach((line, i) => {
        const x = is_right ? this.right : this.left + name_width + gap;
        this.type.draw(line, x, this.y + i * this.size * LEADING, style, is_right);
      });
      this.y += count * this.size * LEADING + this.size * 0.25;
    }
  }

  #signatures(signers: readonly string[]): void {
    const style = { size: this.size * 0.9 };
    const gap = this.size * 2;
    const in_a_row = this.#format.height === null ? 1 : 2;
    const width = (this.width - gap * (in_a_row - 1)) / in_a_row;
    const height = this.size * 4 + style.size * LEADING * 2;
    for (let at = 0; at < signers.length; at += in_a_row) {
      this.reserve(height);
      const top = this.y;
      signers.slice(at, at + in_a_row).forEach((signer, i) => {
        const x = this.left + i * (width + gap);
        this.y = top + this.size * 4;
        this.rule(x, x + width, BLACK);
        this.y += this.size * 0.3;
        for (const line of this.type.lines(signer, style, width)) {
          this.type.draw(line, x, this.y, style);
          this.y += style.size * LEADING;
        }
      });
      this.y = top + height;
    }
  }

  #footStyle(): Style {
    return { size: this.size * 0.8 };
  }

  /** Page numbers stand beside the foot; a roll has none. */
  #footWidth(): number {
    return this.#format.height === null ? this.width : this.width * 0.78;
  }

  #footHeight(): number {
    return this.#foot.length * this.#footStyle().size * LEADING + this.size * 0.6;
  }

  #bottom(): number {
    return this.#height - this.#format.margin - this.#footHeight();
  }

  /** At the foot of every page, once it is known how many there are. */
  #feet(): void {
    const style = this.#footStyle();
    const is_roll = this.#format.height === null;
    this.end = this.y + this.#footHeight() + this.#format.margin;
    const { count } = this.doc.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      this.doc.switchToPage(at);
      this.y = this.#bottom();
      if (is_roll) this.y = this.end - this.#format.margin - this.#footHeight();
      this.rule();
      this.y += this.size * 0.4;
      const page = this.#paper.page_of.replace('{page}', String(at + 1)).replace('{pages}', String(count));
      this.doc.fillColor(GREY);
      if (!is_roll) this.type.draw(page, this.right, this.y, style, true);
      for (const line of this.#foot) {
        this.type.draw(line, this.left, this.y, style);
        this.y += style.size * LEADING;
      }
      this.doc.fillColor(BLACK);
    }
  }
}
