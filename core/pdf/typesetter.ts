/**
 * Text of any script on a PDF's pages: measured, broken into lines and drawn, each part in the font that has its letters. The
 * fonts are in the PDF, so that it looks the same on every machine and printer.
 */
import { readFileSync } from 'node:fs';
import LineBreaker from 'linebreak';
import type Pdf from 'pdfkit';

export type Doc = InstanceType<typeof Pdf>;

export interface Style {
  /** In points. */
  size: number;
  is_bold?: boolean;
}

/** A part of a line that one font has. */
interface Run {
  font: string;
  text: string;
}

/** Height of a line by its font size: Ethiopic letters are taller than Latin ones. */
export const LEADING = 1.36;

const FONTS = ['NotoSans', 'NotoSansEthiopic'] as const;
const WEIGHTS = ['Regular', 'Bold'] as const;

const FILES = FONTS.flatMap((font) =>
  WEIGHTS.map((weight) => {
    const name = `${font}-${weight}`;
    return { name, content: readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url)) };
  }),
);

/** Stands for a letter, an emoji or another character that no font has. */
const MISSING = '\uFFFD';
const ASCII = /^[ -~]*$/;
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** Characters that only change how others look: variation selectors, joiners, marks of direction. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

export class Typesetter {
  readonly #doc: Doc;
  /** By font, once it is asked for: most papers need the first one only. */
  readonly #covers = new Map<string, (code_point: number) => boolean>();

  constructor(doc: Doc) {
    this.#doc = doc;
    for (const { name, content } of FILES) doc.registerFont(name, content);
  }

  /** In points. */
  width(text: string, style: Style): number {
    return this.#runs(text, style).reduce((sum, run) => sum + this.#runWidth(run, style), 0);
  }

  /** Lines that are at most so wide; what has no place to break at is broken between letters. */
  lines(text: string, style: Style, max_width: number): string[] {
    const cleaned = clean(text);
    if (this.width(cleaned, style) <= max_width) return [cleaned];
    const lines: string[] = [];
    let line = '';
    for (const part of breakable(cleaned)) {
      if (this.width((line + part).trimEnd(), style) <= max_width) {
        line += part;
        continue;
      }
      if (line.trim() !== '') lines.push(line.trimEnd());
      const pieces = this.#pieces(part, style, max_width);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    return lines;
  }

  /** One line that `lines` made. @param x its left end, or its right end with `is_right` */
  draw(line: string, x: number, y: number, style: Style, is_right = false): void {
    let at = is_right ? x - this.width(line, style) : x;
    for (const run of this.#runs(line, style)) {
      this.#doc.font(run.font, style.size);
      // Fonts have their baselines at different heights below the top of a line.
      this.#doc.text(run.text, at, y, { lineBreak: false, baseline: -style.size * BASELINE });
      at += this.#runWidth(run, style);
    }
  }

  #runWidth({ font, text }: Run, { size }: Style): number {
    return this.#doc.font(font, size).widthOfString(text);
  }

  /** A word without a place to break at, in pieces that are at most so wide. */
  #pieces(word: string, style: Style, max_width: number): string[] {
    const pieces: string[] = [];
    let piece = '';
    for (const { segment } of graphemes.segment(word)) {
      if (piece !== '' && this.width(piece + segment.trimEnd(), style) > max_width) {
        pieces.push(piece);
        piece = '';
      }
      piece += segment;
    }
    return [...pieces, piece];
  }

  #runs(text: string, { is_bold }: Style): Run[] {
    const weight = is_bold ? 'Bold' : 'Regular';
    if (ASCII.test(text)) return text === '' ? [] : [{ font: `${FONTS[0]}-${weight}`, text }];
    const runs: Run[] = [];
    for (const { segment: grapheme } of graphemes.segment(text)) {
      const segment = grapheme.replace(IGNORED, '');
      if (segment === '') continue;
      const at = this.#fontOf(segment);
      const font = `${FONTS[at ?? 0]}-${weight}`;
      const shown = at === null ? MISSING : segment;
      const last = runs.at(-1);
      // Every font has spaces: one within a phrase splits nothing.
      if (last && (last.font === font || segment === ' ')) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs;
  }

  /** The first font that has the whole of it; null: none has. */
  #fontOf(grapheme: string): number | null {
    const code_points = Array.from(grapheme, (each) => each.codePointAt(0) as number);
    const at = FONTS.findIndex((font) => code_points.every(this.#lettersOf(font)));
    return at === -1 ? null : at;
  }

  /** @returns whether the font has a letter: of its regular weight, as the bold one has the same */
  #lettersOf(font: (typeof FONTS)[number]): (code_point: number) => boolean {
    const known = this.#covers.get(font);
    if (known) return known;
    this.#doc.font(`${font}-Regular`);
    // pdfkit does not tell which letters a font has; the font that it opened does.
    const opened = (this.#doc as unknown as OpenedFont)._font.font;
    const covers = (code_point: number): boolean => opened.hasGlyphForCodePoint(code_point);
    this.#covers.set(font, covers);
    return covers;
  }
}

interface OpenedFont {
  _font: { font: { hasGlyphForCodePoint(code_point: number): boolean } };
}

/** How far below the top of its line a text stands, by its size. */
const BASELINE = 1.02;

function clean(text: string): string {
  return text.normalize('NFC').replace(CONTROLS, ' ');
}

/** The parts of a text after each of which a line may end (UAX #14). */
function* breakable(text: string): Generator<string> {
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    yield text.slice(from, found.position);
    from = found.position;
  }
}
