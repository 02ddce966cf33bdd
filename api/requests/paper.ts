/** What requests for a paper say, and how they are answered. */
import joi from 'joi';
import { LANGUAGES, type Language, type PaperRequest } from '../../domain/papers/index.ts';

/** Of a query whose route is also answered as PDF. */
export interface InLanguage {
  language?: Language;
}

export const language = joi
  .string()
  .valid(...LANGUAGES)
  .description('Of the PDF; by default `en`');

export function paperOf({ language: wanted }: InLanguage, server_url: string): PaperRequest {
  return { language: wanted ?? 'en', server_url };
}

/** Why a request for a paper is refused besides what its JSON is refused for. */
export const PAPER_HINT =
  'As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made.';
