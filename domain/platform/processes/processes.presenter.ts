/** The processes of the service as platform operators see them. */
import { arrayOf, dateTime, fieldsOf, integer, resource, string, type Wire } from '../../../core/schema.ts';
import type { ServiceProcess } from './processes.ts';

export const processSchema = resource('ServiceProcess', 'A process of the service that runs', {
  machine: string.describe('Its host name'),
  process_id: integer,
  version: string,
  runs: arrayOf(string).describe('`web` where it answers requests, and the queues that it works on'),
  started_at: dateTime,
  seen_at: dateTime.describe('When it last said that it runs; it does so twice a minute'),
});

export function presentProcess(row: ServiceProcess): Wire<typeof processSchema> {
  return fieldsOf(processSchema, row);
}
