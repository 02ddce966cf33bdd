/** Makes a paper as PDF: what every paper has, around what each kind of it says. */
import type { Block, Paper, PaperSize } from '../../core/pdf/paper.ts';
import { scopeName } from '../../core/scope.ts';
import { findSettings } from '../cooperative/index.ts';
import { readWhole } from '../files/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { readProject } from '../staff/index.ts';
import { groupedCode } from './code.rules.ts';
import { codeOfPaper, type PaperFacts } from './issue-paper.ts';
import { WORDS, type Language } from './words/languages.ts';
import type { Words } from './words/words.ts';

/** On one paper: a hundred pages; more are for spreadsheets. */
export const MAX_MOVEMENTS = 5_000;

export interface PaperRequest {
  language: Language;
  /** Where whoever holds the paper reaches this server, without a trailing slash. */
  server_url: string;
}

/** What one kind of paper says. */
export interface Draft {
  facts: PaperFacts;
  size: PaperSize;
  /** Whose it is, for the head of later pages. */
  about: string;
  blocks: Block[];
}

/**
 * The same paper has the same bytes until what it says changes.
 * @param draft called once it is this paper's turn
 * @throws AppError `pdf_busy`, SERVICE_UNAVAILABLE, and what `draft` throws
 */
export function makePdf(
  base: ScopedContext,
  { language, server_url }: PaperRequest,
  draft: (words: Words) => Promise<Draft>,
): Promise<Uint8Array> {
  const { ctx, scope } = base;
  return ctx.pdfs.make(scopeName(scope), async (): Promise<Paper> => {
    const words = WORDS[language];
    const { facts, size, about, blocks } = await draft(words);
    const project = await readProject(ctx.db, scope.project_id);
    const code = groupedCode(await codeOfPaper(base, facts));
    return {
      size,
      language,
      issuer: project.name,
      logo: await readLogo(base),
      title: words.kinds[facts.kind],
      about,
      dated_at: new Date(`${facts.dated_on}T00:00:00.000Z`),
      blocks: scope.environment === 'test' ? [{ kind: 'notice', text: words.test }, ...blocks] : blocks,
      foot: [words.check(checkUrl(server_url, code)), `${words.code} ${code}`],
      page_of: words.page_of,
    };
  });
}

/** Null: none. @throws AppError SERVICE_UNAVAILABLE: the same paper is never made without its logo */
async function readLogo(base: ScopedContext): Promise<Uint8Array | null> {
  const id = await logoOf(base);
  if (id === null) return null;
  try {
    return await readWhole(base, id);
  } catch (error) {
    // Replaced since its id was read: then it has gone.
    if ((await logoOf(base)) === id) throw error;
    return readLogo(base);
  }
}

async function logoOf({ ctx, scope }: ScopedContext): Promise<string | null> {
  return (await findSettings(ctx.db, scope))?.logo_file_id ?? null;
}

/** Where a code is checked. @param code as it stands on paper */
export function checkUrl(server_url: string, code: string): string {
  return `${server_url}/documents/${code.replaceAll('-', '')}`;
}
