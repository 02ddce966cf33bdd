/**
 * Text of any script on a PDF's pages: measured, broken into lines and drawn, each part in the font that has its letters. The
 * fonts are in the PDF, so that it looks the same on every machine and printer.
 */
import LineBreaker from 'linebreak';
import { FONTS, hasLetter, useFont, type Doc, type Font } from './fonts.ts';

export interface Style {
  /** In points. */
  size: number;
  is_bold?: boolean;
}

/** A part of a line that one font has. */
interface Run {
  font: Font;
  text: string;
}

/** Height of a line by its font size: Ethiopic letters are taller than Latin ones. */
export const LEADING = 1.36;

/** Stands for a letter, an emoji or another character that no font has. */
const MISSING = '\uFFFD';
const ASCII = /^[ -~]*$/;
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** Characters that only change how others look: variation selectors, joiners, marks of direction. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

export class Typesetter {
  readonly #doc: Doc;

  constructor(doc: Doc) {
    this.#doc = doc;
  }

  /** In points. */
  width(text: string, style: Style): number {
    return runsOf(text).reduce((sum, run) => sum + this.#runWidth(run, style), 0);
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
    for (const run of runsOf(line)) {
      useFont(this.#doc, run.font, style.is_bold ?? false, style.size);
      // Fonts have their baselines at different heights below the top of a line.
      this.#doc.text(run.text, at, y, { lineBreak: false, baseline: -style.size * BASELINE });
      at += this.#runWidth(run, style);
    }
  }

  #runWidth({ font, text }: Run, { size, is_bold = false }: Style): number {
    useFont(this.#doc, font, is_bold, size);
    return this.#doc.widthOfString(text);
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
}

/** The parts of a line, each in the first font that has it. */
function runsOf(text: string): Run[] {
  if (ASCII.test(text)) return text === '' ? [] : [{ font: FONTS[0], text }];
  const runs: Run[] = [];
  for (const { segment: grapheme } of graphemes.segment(text)) {
    const segment = grapheme.replace(IGNORED, '');
    if (segment === '') continue;
    const found = fontOf(segment);
    const font = found ?? FONTS[0];
    const shown = found === null ? MISSING : segment;
    const last = runs.at(-1);
    // Every font has spaces: one within a phrase splits nothing.
    if (last && (last.font === font || segment === ' ')) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

/** The first font that has the whole of it; null: none has. */
function fontOf(grapheme: string): Font | null {
  const code_points = Array.from(grapheme, (each) => each.codePointAt(0) as number);
  return FONTS.find((font) => code_points.every((each) => hasLetter(font, each))) ?? null;
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
