/** Pages of the checkout, which are no part of the API: as payers get them, without the session. */

/** @throws Error without an answer, or with another one than the page */
export async function readCheckoutPage(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { headers: { accept: 'text/html' }, credentials: 'omit', signal });
  if (!response.ok) throw new Error(`the checkout answered ${response.status}`);
  return response.text();
}
