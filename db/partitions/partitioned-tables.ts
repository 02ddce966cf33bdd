/**
 * Tables that are divided by time, which the ids of their rows carry: what is old is dropped with its partition instead of row by
 * row. Why these and no others: docs/adr/0023-partitions-where-rows-end.md.
 */
import type { IdKind } from '../../core/ids.ts';

export interface PartitionedTable {
  name: string;
  /** The primary key begins with this id. */
  key: string;
  id_kind: IdKind;
  /** Storage parameters, which each partition has for itself; as the migrations set them for the first one. */
  storage: string;
}

/**
 * In the order in which they are locked. A delivery is written at the moment of its event, and an attempt has the id of its delivery,
 * so what belongs together lies in partitions of one period.
 */
export const WEBHOOK_TABLES: readonly PartitionedTable[] = [
  { name: 'webhook_events', key: 'id', id_kind: 'event', storage: 'fillfactor = 100' },
  {
    name: 'webhook_deliveries',
    key: 'id',
    id_kind: 'webhook_delivery',
    storage: `fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
      autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000`,
  },
  { name: 'webhook_attempts', key: 'delivery_id', id_kind: 'webhook_delivery', storage: 'fillfactor = 100' },
];
