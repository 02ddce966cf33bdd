/**
 * The fonts of papers: Latin, Greek, Cyrillic and Ethiopic letters, each in two weights. A font is opened once in a thread, which
 * takes longer than drawing a receipt; each PDF embeds a part of its own of it.
 */
import { readFileSync } from 'node:fs';
import Pdf from 'pdfkit';

export type Doc = InstanceType<typeof Pdf>;

export const FONTS = ['NotoSans', 'NotoSansEthiopic'] as const;
export type Font = (typeof FONTS)[number];

/** A file, opened. */
interface OpenFont {
  hasGlyphForCodePoint(code_point: number): boolean;
}

/** What pdfkit makes of a font in one PDF. */
interface EmbeddedFont {
  font: OpenFont;
  constructor: EmbeddedFontClass;
}
type EmbeddedFontClass = new (doc: Doc, font: OpenFont, id: string) => EmbeddedFont;

/** pdfkit has no public way to take a font that is open already. */
interface Internals {
  _font: EmbeddedFont;
  _fontFamilies: Record<string, EmbeddedFont>;
  _fontCount: number;
}

const opened = new Map<string, { font: OpenFont; Embedded: EmbeddedFontClass }>();

/** Chooses the font for what is drawn or measured next. */
export function useFont(doc: Doc, font: Font, is_bold: boolean, size: number): void {
  const name = `${font}-${is_bold ? 'Bold' : 'Regular'}`;
  const internals = doc as unknown as Internals;
  if (!internals._fontFamilies[name]) {
    const { font: file, Embedded } = openFont(name);
    internals._fontCount += 1;
    internals._fontFamilies[name] = new Embedded(doc, file, `F${internals._fontCount}`);
  }
  doc.font(name, size);
}

/** Whether the font has a letter: in its regular weight, as the bold one has the same. */
export function hasLetter(font: Font, code_point: number): boolean {
  return openFont(`${font}-Regular`).font.hasGlyphForCodePoint(code_point);
}

function openFont(name: string): { font: OpenFont; Embedded: EmbeddedFontClass } {
  const known = opened.get(name);
  if (known) return known;
  // In a PDF of its own, which is thrown away: all others are then alike.
  const doc = new Pdf({ autoFirstPage: false });
  doc.registerFont(name, readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url)));
  doc.font(name);
  const { font, constructor: Embedded } = (doc as unknown as Internals)._font;
  opened.set(name, { font, Embedded });
  return { font, Embedded };
}
