/** Templates that a cooperative has written anew, as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { Language } from '../languages.rules.ts';
import type { Template } from './templates.rules.ts';

export class NotificationTemplate extends TableModel {
  static override tableName = 'notification_templates';
  static override idColumn = ['project_id', 'environment', 'template', 'language'];
  static override label = 'notification template';

  declare project_id: string;
  declare environment: Environment;
  declare template: Template;
  declare language: Language;
  declare text: string;
  /** Null: ours. */
  declare subject: string | null;
  declare updated_at: Date;
}

export type TemplateRow = ModelObject<NotificationTemplate>;
