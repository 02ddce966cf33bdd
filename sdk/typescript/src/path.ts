/**
 * @param template `/api/v1/payments/{payment}`
 * @throws TypeError when an id is missing, because the path would be another one
 */
export function pathOf(template: string, ids: readonly (string | number)[]): string {
  let at = 0;
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const given: unknown = ids[at++];
    const id = Number.isSafeInteger(given) ? String(given) : given;
    if (typeof id !== 'string' || id === '' || /^\.+$/.test(id))
      throw new TypeError(`the id of the ${name} is missing`);
    return encodeURIComponent(id);
  });
}
