/** Receives one file of a form (multipart/form-data) as it streams: nothing of it is gathered here. */
import busboy from 'busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { AppError, invalidField } from '../../core/errors.ts';
import { boundUpload } from './body-times.ts';

/** The field of the form. */
export const FILE_FIELD = 'file';
const MAX_NAME_CHARACTERS = 255;
/** One file, and another part that is refused by name. */
const MAX_PARTS = 3;
const MAX_HEADERS = 20;
/** Of a form, besides its file. */
const FORM_BYTES = 64 * 1024;

export interface UploadedFile {
  /** As the client called it, without folders. */
  name: string;
  content: Readable;
}

/**
 * @param most_bytes of the file; one more is let through, so that whoever takes it can tell
 * @param take reads the content to its end, or throws
 * @throws AppError PAYLOAD_TOO_LARGE, before anything is read where the request says so; VALIDATION_ERROR where the form has no such file, has more, or breaks off; what `take` throws
 */
export async function readUpload<Result>(
  request: Request,
  most_bytes: number,
  take: (file: UploadedFile) => Promise<Result>,
): Promise<Result> {
  const most_of_form = most_bytes + FORM_BYTES;
  if (Number(request.headers['content-length'] ?? 0) > most_of_form) throw tooLarge();
  const form = openForm(request, most_bytes);
  // A malformed form has an error for each of its parts, and only the first one is answered.
  form.on('error', () => undefined);
  let taken: Promise<Result> | undefined;
  let refused: Error | undefined;
  const fault = (message: string): void => {
    form.destroy(invalidField(FILE_FIELD, message));
  };
  form.on('file', (field, content, { filename }) => {
    // Its errors reach who reads it, and the form.
    content.on('error', () => undefined);
    if (field !== FILE_FIELD) return fault(`The form has a file "${field}"; call the field "${FILE_FIELD}"`);
    taken = take({ name: nameOf(filename), content });
    // It ends the form, where it gives up before the end.
    taken.catch((error: Error) => {
      refused = error;
      form.destroy(error);
    });
  });
  form.on('filesLimit', () => fault('The form has more than one file; send one file in one request'));
  form.on('field', (field) => fault(`The form has a field "${field}"; send the file alone`));
  const broken = (): void => {
    form.destroy(new AppError('VALIDATION_ERROR', 'The upload broke off before its end.'));
  };
  let received = 0;
  // A body without a length may go on and on around its file.
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received > most_of_form) form.destroy(tooLarge());
  };
  request.once('aborted', broken).once('error', broken).on('data', count);
  const endUpload = boundUpload(request);
  try {
    await new Promise<void>((resolve, reject) => {
      form.once('close', resolve).once('error', (error) => {
        reject(error === refused || error instanceof AppError ? error : malformed(error));
      });
      request.pipe(form);
    });
    if (taken === undefined)
      throw invalidField(FILE_FIELD, `"${FILE_FIELD}" is required: a file of the form`);
    return await taken;
  } catch (error) {
    // Nothing of the upload goes on behind the answer.
    await taken?.catch(() => undefined);
    throw error;
  } finally {
    endUpload();
    request.off('aborted', broken).off('error', broken).off('data', count);
    request.unpipe(form);
    // What is left is read and forgotten, so that the client reads the answer.
    request.resume();
  }
}

function openForm(request: Request, most_bytes: number): busboy.Busboy {
  if (!request.is('multipart/form-data'))
    throw new AppError(
      'VALIDATION_ERROR',
      'Send the file as a form, with Content-Type: multipart/form-data.',
    );
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        fields: 1,
        fieldSize: 1,
        files: 1,
        parts: MAX_PARTS,
        fileSize: most_bytes + 1,
        headerPairs: MAX_HEADERS,
      },
    });
  } catch (error) {
    throw malformed(error);
  }
}

function tooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', 'The body is larger than this request may be.');
}

function malformed(cause: unknown): AppError {
  return new AppError('VALIDATION_ERROR', 'The form cannot be read: it is malformed, or broke off.', {
    cause,
  });
}

/** Without what no name holds. */
function nameOf(name: string | undefined): string {
  const plain = (name ?? '').replaceAll(/[\p{C}"\\/]/gu, '').trim();
  return plain.slice(0, MAX_NAME_CHARACTERS) || FILE_FIELD;
}
