/** Reads the file of a statement in the browser, and refuses what the API would refuse, before anything is sent. */
import { formatMinor } from '../../../money/money.rules.ts';

const MOST_BYTES = 5 * 1024 * 1024;

export interface StatementFile {
  /** Unique, also among files of one name. */
  key: string;
  name: string;
  csv: string;
}

export type FileFault = 'too_large' | 'not_text' | 'empty';

/** @returns the text of the file, or why it cannot be imported */
export async function readStatement(file: File): Promise<StatementFile | FileFault> {
  if (file.size > MOST_BYTES) return 'too_large';
  const bytes = await file.arrayBuffer();
  let csv: string;
  try {
    csv = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'not_text';
  }
  // The own format of spreadsheets is a ZIP archive.
  if (csv.includes('\u0000') || csv.startsWith('PK\u0003\u0004')) return 'not_text';
  return csv.trim() === '' ? 'empty' : { key: crypto.randomUUID(), name: file.name, csv };
}

/** 1572864 → "1.50 MB" */
export function megabytes(bytes: number): string {
  return `${formatMinor(Math.round((bytes * 100) / (1024 * 1024)))} MB`;
}
