/** What is on the pages of a PDF, read as a viewer would: for PDFs of pdfkit with embedded fonts, not for any other. */
import { inflateSync } from 'node:zlib';

export interface PdfPage {
  /** In points. */
  width: number;
  height: number;
  /** Texts from top to bottom, those at the same height as one, from left to right. */
  lines: string[];
  /** Each piece of text, with its left end and its baseline, from the page's lower left corner. */
  pieces: Piece[];
}

interface Piece {
  x: number;
  y: number;
  size: number;
  text: string;
}

type Objects = Map<string, { head: string; stream: Buffer | null }>;

export function readPdf(bytes: Uint8Array): PdfPage[] {
  const objects = objectsOf(Buffer.from(bytes));
  const fonts = new Map<string, Map<number, string>>();
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages.map(({ head }) => {
    const [, width = 0, height = 0] = (/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head) ?? []).map(Number);
    const resources = objects.get(reference(head, 'Resources'))?.head ?? '';
    for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g))
      if (!fonts.has(name)) fonts.set(name, lettersOf(objects, id));
    const pieces = piecesOf(textOf(objects, reference(head, 'Contents')), fonts);
    return { width, height, pieces, lines: linesOf(pieces) };
  });
}

/** All lines of all pages. */
export function pdfText(bytes: Uint8Array): string {
  return readPdf(bytes)
    .flatMap(({ lines }) => lines)
    .join('\n');
}

function objectsOf(bytes: Buffer): Objects {
  const text = bytes.toString('latin1');
  const objects: Objects = new Map();
  for (const match of text.matchAll(/^(\d+) 0 obj\n/gm)) {
    const from = match.index + match[0].length;
    const [head = ''] = /^[^]*?(?=\nstream\n|\nendobj)/.exec(text.slice(from)) ?? [];
    const begins = from + head.length;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const has_stream = text.startsWith('\nstream\n', begins);
    const raw = has_stream ? bytes.subarray(begins + 8, begins + 8 + length) : null;
    const stream = raw && head.includes('/FlateDecode') ? inflateSync(raw) : raw;
    objects.set(match[1] as string, { head, stream });
  }
  return objects;
}

function reference(head: string, name: string): string {
  return new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '';
}

function textOf(objects: Objects, id: string): string {
  return objects.get(id)?.stream?.toString('latin1') ?? '';
}

/** Glyph → letters. */
function lettersOf(objects: Objects, font: string): Map<number, string> {
  const map = textOf(objects, reference(objects.get(font)?.head ?? '', 'ToUnicode'));
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    [...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex = ''], i) => {
      const units = hex.match(/[0-9a-f]{4}/g) ?? [];
      letters.set(
        Number.parseInt(first, 16) + i,
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
      );
    });
  return letters;
}

function piecesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): Piece[] {
  return [...content.matchAll(/BT\n([^]*?)ET/g)].map(([, block = '']) => {
    const [, x = 0, y = 0] = (/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/.exec(block) ?? []).map(Number);
    const [, font = '', size = '0'] = /\/(F\d+) ([\d.]+) Tf/.exec(block) ?? [];
    const glyphs = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const text = glyphs.map((glyph) => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '?').join('');
    return { x, y, size: Number(size), text };
  });
}

function linesOf(pieces: readonly Piece[]): string[] {
  const by_height = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const height = Math.round(piece.y);
    by_height.set(height, [...(by_height.get(height) ?? []), piece]);
  }
  return [...by_height]
    .toSorted(([a], [b]) => b - a)
    .map(([, line]) =>
      line
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text.trim())
        .join(' '),
    );
}
