/** The pages that a paper is drawn on: what each of them repeats, and how far one has got. */
import Pdf from 'pdfkit';
import type { Doc } from './fonts.ts';
import type { Paper, PaperSize } from './paper.ts';
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
/** Of the width, what the foot has beside the number of the page. */
const FOOT_SHARE = 0.78;

export const GREY = '#555555';
export const BLACK = '#000000';

export class Sheet {
  readonly doc: Doc;
  readonly type: Typesetter;
  /** Is it a roll, without pages? */
  readonly is_roll: boolean;
  /** Of the text. */
  readonly size: number;
  readonly left: number;
  readonly right: number;
  /** Where the next thing begins, from the top. */
  y: number;
  readonly #paper: Paper;
  readonly #height: number;
  readonly #margin: number;
  readonly #foot: string[];

  /** @param length of a roll */
  constructor(paper: Paper, length = MAX_HEIGHT) {
    const { width, height, margin, size } = FORMATS[paper.size];
    this.#paper = paper;
    this.is_roll = height === null;
    this.#height = height ?? length;
    this.#margin = margin;
    this.size = size;
    this.left = margin;
    this.right = width - margin;
    this.y = margin;
    this.doc = new Pdf({
      autoFirstPage: false,
      // The foot of the first page says how many there are.
      bufferPages: true,
      size: [width, this.#height],
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
    const foot_width = this.width * (this.is_roll ? 1 : FOOT_SHARE);
    this.#foot = paper.foot.flatMap((text) => this.type.lines(text, this.#footStyle(), foot_width));
    this.doc.addPage();
  }

  /** The width between the margins. */
  get width(): number {
    return this.right - this.left;
  }

  /** How long a roll has to be for what was drawn, and the foot. */
  get length(): number {
    return this.y + this.#footHeight() + this.#margin;
  }

  /** Begins a new page if less than this is left of the one that is being drawn on. @returns whether it did */
  reserve(height: number): boolean {
    if (this.#bottom() - this.y >= height) return false;
    this.doc.addPage();
    this.y = this.#margin;
    const style = { size: this.size * 0.85 };
    const { issuer, title, about } = this.#paper;
    this.doc.fillColor(GREY);
    const [line = ''] = this.type.lines(`${title} · ${about} · ${issuer}`, style, this.width);
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
  paragraph(text: string, style: Style, align: 'left' | 'middle' = 'left'): void {
    for (const line of this.type.lines(text, style, this.width)) {
      this.reserve(style.size * LEADING);
      const x = align === 'left' ? this.left : this.left + (this.width - this.type.width(line, style)) / 2;
      this.type.draw(line, x, this.y, style);
      this.y += style.size * LEADING;
    }
  }

  /** Draws the foot of every page. @returns the PDF */
  async finish(): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.on('end', resolve).on('error', reject);
    });
    const { count } = this.doc.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      this.doc.switchToPage(at);
      this.#drawFoot(at + 1, count);
    }
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }

  #drawFoot(page: number, pages: number): void {
    const style = this.#footStyle();
    this.y = this.#bottom();
    this.rule();
    this.y += this.size * 0.4;
    this.doc.fillColor(GREY);
    const number = this.#paper.page_of.replace('{page}', String(page)).replace('{pages}', String(pages));
    if (!this.is_roll) this.type.draw(number, this.right, this.y, style, true);
    for (const line of this.#foot) {
      this.type.draw(line, this.left, this.y, style);
      this.y += style.size * LEADING;
    }
    this.doc.fillColor(BLACK);
  }

  #footStyle(): Style {
    return { size: this.size * 0.8 };
  }

  #footHeight(): number {
    return this.#foot.length * this.#footStyle().size * LEADING + this.size * 0.6;
  }

  /** Where the foot begins. */
  #bottom(): number {
    return this.#height - this.#margin - this.#footHeight();
  }
}
