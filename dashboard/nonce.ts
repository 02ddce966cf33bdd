/** The nonce of this response, under which styles may be added to the page (content security policy). */
import { setNonce } from 'get-nonce';

/** @returns '' where the page was served without one, as Vite's own server does */
export function contentNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
  // Read by the part of Mantine that keeps the page from scrolling behind a dialog.
  setNonce(nonce);
  return nonce;
}
