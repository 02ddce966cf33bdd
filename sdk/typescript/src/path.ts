/**
 * @param template `/api/v1/payments/{payment}`
 * @throws TypeError when an id is missing, because the path would be another one
 */
export function pathOf(template: string, ids: readonly string[]): string {
  let at = 0;
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const id: unknown = ids[at++];
    if (typeof id !== 'string' || id === '' || /^\.+$/.test(id))
      throw new TypeError(`the id of the ${name} is missing`);
    return encodeURIComponent(id);
  });
}
