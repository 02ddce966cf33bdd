/** Uploads files, and reads their contents. */
import { fileForm } from '@ushirika/sdk/form';
import type { UshirikaError } from '@ushirika/sdk/transport';
import { useState } from 'react';
import type { File as UploadedFile } from '../generated/wire.ts';
import { call } from './client.ts';

export interface Upload {
  is_busy: boolean;
  /** Why the last one was refused, or did not arrive; null where it did. */
  error: UshirikaError | null;
  /** @returns the id; null where it was refused */
  upload: (file: File, purpose: NonNullable<UploadedFile['purpose']>) => Promise<string | null>;
}

/** A file that did not arrive is chosen again: what arrived unseen belongs to nothing, and is deleted. */
export function useUpload(): Upload {
  const [is_busy, setBusy] = useState(false);
  const [error, setError] = useState<UshirikaError | null>(null);
  const upload: Upload['upload'] = async (file, purpose) => {
    setBusy(true);
    setError(null);
    try {
      const form = fileForm(file.name, new Uint8Array(await file.arrayBuffer()));
      return (await call('files.upload', { purpose }, { form })).data.id;
    } catch (thrown) {
      setError(thrown as UshirikaError);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { is_busy, error, upload };
}

/** @throws UshirikaError */
export async function readFile(id: string): Promise<Blob> {
  const { data, headers } = await call('files.content', { file: id }, { accept: '*/*' });
  const type = headers.get('content-type') ?? 'application/octet-stream';
  return new Blob([data as unknown as Uint8Array<ArrayBuffer>], { type });
}
