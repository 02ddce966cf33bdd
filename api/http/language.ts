/** The language of public pages: that of the dashboard's languages which the browser asks for. */
import type { Request, Response } from 'express';
import { LANGUAGES, type Language } from '../../domain/papers/index.ts';

export type { Language };

/** English where the browser asks for none of them. */
export function languageOf(request: Request, response: Response): Language {
  response.vary('accept-language');
  const asked = request.acceptsLanguages([...LANGUAGES]);
  return LANGUAGES.find((each) => each === asked) ?? 'en';
}
