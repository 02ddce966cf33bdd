/** The audit log as stored, and the head of each of its chains. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class AuditEntry extends TableModel {
  static override tableName = 'audit_log';
  static override idColumn = ['project_id', 'environment', 'seq'];
  static override label = 'audit entry';

  declare project_id: string;
  declare environment: Environment;
  declare seq: bigint;
  declare id: string;
  declare at: Date;
  declare actor_type: Actor['type'];
  declare actor_id: string;
  declare action: string;
  /** Id of what was acted on. */
  declare subject: string;
  /** JSON text, kept as it was hashed; null: it follows from the subject (subject-details.port.ts). */
  declare details: string | null;
  /** Where the details follow from several subjects with consecutive ids, how many; null: of one. */
  declare of_subjects: number | null;
  /** Null in entries of today: it is the hash of the entry before. */
  declare previous_hash: string | null;
  declare hash: string;
}

export type AuditRow = ModelObject<AuditEntry>;

/** The last entry's number and hash: locked while one is appended. */
export class AuditHead extends TableModel {
  static override tableName = 'audit_heads';
  static override idColumn = ['project_id', 'environment'];
  static override label = 'audit head';

  declare project_id: string;
  declare environment: Environment;
  declare seq: bigint;
  declare hash: string;
  /** Over the head, under a key that is not in the database; null without one. */
  declare mac: string | null;
}

export type AuditHeadRow = ModelObject<AuditHead>;
