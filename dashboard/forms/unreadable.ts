/** Fields whose text cannot be read, like 31/04/2026: their forms hold no value of them that could be sent. */

/** Each of them says so from then on. @returns whether there is one */
export function hasUnreadable(form: HTMLFormElement): boolean {
  const unreadable = [...form.querySelectorAll('input')].filter(({ validity }) => validity.customError);
  for (const input of unreadable) input.checkValidity();
  return unreadable.length > 0;
}
