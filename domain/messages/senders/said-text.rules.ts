/** What a sender says of a message, as it is stored: bounded, and without the character that PostgreSQL stores in no text. Pure. */
const MAX_CHARACTERS = 200;

export function saidText(said: string): string {
  return said.replaceAll('\0', '').slice(0, MAX_CHARACTERS);
}
