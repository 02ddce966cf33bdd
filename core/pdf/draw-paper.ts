/** Draws a paper as a PDF: its head, and its blocks from top to bottom. The same paper gives the same bytes. */
import { fileTypeOf } from '../files/file-types.rules.ts';
import { pixelsOf, readPng, writePng } from '../files/png.ts';
import { drawTable } from './draw-table.ts';
import type { Block, Field, Paper } from './paper.ts';
import { BLACK, GREY, Sheet } from './sheet.ts';
import { LEADING } from './typesetter.ts';

export function drawPaper(paper: Paper): Promise<Uint8Array> {
  let sheet = drawn(paper);
  // What is on a roll is drawn twice: once to see how long it gets.
  if (sheet.is_roll) sheet = drawn(paper, sheet.length);
  return sheet.finish();
}

function drawn(paper: Paper, length?: number): Sheet {
  const sheet = new Sheet(paper, length);
  drawHead(sheet, paper);
  for (const block of paper.blocks) {
    drawBlock(sheet, block);
    sheet.y += sheet.size * 0.8;
  }
  return sheet;
}

function drawHead(sheet: Sheet, { issuer, title, logo }: Paper): void {
  const align = sheet.is_roll ? 'middle' : 'left';
  if (logo) drawLogo(sheet, Buffer.from(logo));
  sheet.paragraph(issuer, { size: sheet.size * 1.5, is_bold: true }, align);
  sheet.paragraph(title, { size: sheet.size * 1.15 }, align);
  sheet.y += sheet.size * 0.4;
  sheet.rule();
  sheet.y += sheet.size * 0.8;
}

/** How high it may be, in lines of text, and how wide, of the width of the paper. */
const LOGO_LINES = 4;
const LOGO_SHARE = 0.6;

/** On white, as paper is: whatever the picture's depth and transparency, the PDF holds plain pixels, and the same ones each time. */
function drawLogo(sheet: Sheet, logo: Buffer): void {
  const width = sheet.width * LOGO_SHARE;
  const height = sheet.size * LEADING * LOGO_LINES;
  sheet.doc.image(
    plainPicture(logo),
    sheet.is_roll ? sheet.left + (sheet.width - width) / 2 : sheet.left,
    sheet.y,
    { fit: [width, height], ...(sheet.is_roll ? { align: 'center' } : {}) },
  );
  sheet.y += height + sheet.size * 0.6;
}

/** That of the paper before: to unpack a picture takes longer than to draw a receipt. */
let last: { logo: Buffer; plain: Buffer } | undefined;

function plainPicture(logo: Buffer): Buffer {
  if (last?.logo.equals(logo)) return last.plain;
  const png = fileTypeOf(logo) === 'image/png' ? readPng(logo) : null;
  const pixels = png && pixelsOf(png);
  last = { logo, plain: pixels ? writePng(pixels) : logo };
  return last.plain;
}

function drawBlock(sheet: Sheet, block: Block): void {
  switch (block.kind) {
    case 'notice':
      return drawNotice(sheet, block.text);
    case 'amount':
      return sheet.paragraph(
        block.text,
        { size: sheet.size * 2, is_bold: true },
        sheet.is_roll ? 'middle' : 'left',
      );
    case 'fields':
      return drawFields(sheet, block.fields);
    case 'table':
      return drawTable(sheet, block);
    case 'text':
      return sheet.paragraph(block.text, { size: sheet.size });
    case 'signatures':
      return drawSignatures(sheet, block.signers);
  }
}

function drawNotice(sheet: Sheet, text: string): void {
  const style = { size: sheet.size * 1.1, is_bold: true };
  const pad = sheet.size * 0.6;
  const lines = sheet.type.lines(text, style, sheet.width - 2 * pad);
  const height = lines.length * style.size * LEADING + 2 * pad;
  sheet.reserve(height);
  sheet.doc.lineWidth(1.2).rect(sheet.left, sheet.y, sheet.width, height).stroke(BLACK);
  sheet.y += pad;
  for (const line of lines) {
    sheet.type.draw(line, sheet.left + pad, sheet.y, style);
    sheet.y += style.size * LEADING;
  }
  sheet.y += pad;
}

/** Names get no more of the width than this. */
const NAMES_SHARE = 0.45;

/** On a narrow paper the value stands at the right edge, otherwise in a column of its own. */
function drawFields(sheet: Sheet, fields: readonly Field[]): void {
  const style = { size: sheet.size };
  const line_height = sheet.size * LEADING;
  const widest = Math.max(...fields.map(({ name }) => sheet.type.width(name, style)));
  const name_width = Math.min(widest + 0.01, sheet.width * NAMES_SHARE);
  const value_left = sheet.left + name_width + sheet.size;
  for (const { name, value } of fields) {
    const names = sheet.type.lines(name, style, name_width);
    const values = sheet.type.lines(value, style, sheet.right - value_left);
    const count = Math.max(names.length, values.length);
    sheet.reserve(count * line_height);
    sheet.doc.fillColor(GREY);
    names.forEach((line, i) => sheet.type.draw(line, sheet.left, sheet.y + i * line_height, style));
    sheet.doc.fillColor(BLACK);
    values.forEach((line, i) => {
      const x = sheet.is_roll ? sheet.right : value_left;
      sheet.type.draw(line, x, sheet.y + i * line_height, style, sheet.is_roll);
    });
    sheet.y += count * line_height + sheet.size * 0.25;
  }
}

/** Two in a row, with room to write above each line. */
function drawSignatures(sheet: Sheet, signers: readonly string[]): void {
  const style = { size: sheet.size * 0.9 };
  const room = sheet.size * 4;
  const gap = sheet.size * 2;
  const in_a_row = sheet.is_roll ? 1 : 2;
  const width = (sheet.width - gap * (in_a_row - 1)) / in_a_row;
  for (let at = 0; at < signers.length; at += in_a_row) {
    const row = signers.slice(at, at + in_a_row).map((signer) => sheet.type.lines(signer, style, width));
    const count = Math.max(...row.map(({ length }) => length));
    const height = room + sheet.size * 0.5 + count * style.size * LEADING;
    sheet.reserve(height);
    const top = sheet.y;
    row.forEach((lines, i) => {
      const x = sheet.left + i * (width + gap);
      sheet.y = top + room;
      sheet.rule(x, x + width, BLACK);
      lines.forEach((line, no) =>
        sheet.type.draw(line, x, sheet.y + sheet.size * 0.3 + no * style.size * LEADING, style),
      );
    });
    sheet.y = top + height;
  }
}
