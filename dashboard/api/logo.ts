/** The cooperative's logo, once for all pages that show it. */
import { useQuery } from '@tanstack/react-query';
import { useCooperative } from './me.ts';

/** @returns an address for `<img>`, which is shown at once; null: there is none to show; undefined until that is known */
export function useLogo(): string | null | undefined {
  const cooperative = useCooperative();
  const id = cooperative === null ? null : cooperative?.logo_file_id;
  const { data, isError } = useQuery({
    queryKey: ['logo', id],
    queryFn: () => load(id as string),
    enabled: typeof id === 'string',
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return id === null || isError ? null : data;
}

/** A page may be printed as soon as it is shown: by then the browser has the picture's pixels. */
async function load(id: string): Promise<string> {
  const { readFile } = await import('./files.ts');
  const address = URL.createObjectURL(await readFile(id));
  const image = new Image();
  image.src = address;
  await image.decode();
  return address;
}
