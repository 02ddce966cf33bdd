/** SQL for the local day of an instant. */

/** @param instant an expression; the statement has the parameter `:utc_offset_minutes` @returns a local time without a zone */
export function localTimeSql(instant: string): string {
  return `((${instant}) at time zone 'UTC' + :utc_offset_minutes::integer * interval '1 minute')`;
}
