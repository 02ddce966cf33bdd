/** A page of the checkout to look at: nothing in it can be followed, sent or reloaded. */

/**
 * @param html the page as payers get it
 * @param nonce under which the dashboard allows styles: the copy is shown within its page
 */
export function copyToLookAt(html: string, nonce: string): string {
  // Before it is read: a style without the nonce is refused even there.
  const allowed = html.replaceAll('<style>', `<style nonce="${nonce}">`);
  const page = new DOMParser().parseFromString(allowed, 'text/html');
  for (const reload of page.querySelectorAll('meta[http-equiv], script')) reload.remove();
  for (const form of page.querySelectorAll('form')) form.replaceWith(...form.childNodes);
  for (const control of page.querySelectorAll('a, button')) {
    const look = page.createElement('span');
    look.className = control.className;
    look.append(...control.childNodes);
    control.replaceWith(look);
  }
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
