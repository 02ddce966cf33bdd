/** Uploaded files as stored; their content lies in the file store, sealed with a key of its own. */
import type { ModelObject } from 'objection';
import type { FileType } from '../../core/files/file-types.rules.ts';
import type { Actor, Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';

export const FILE_PURPOSES = [
  'kyc_document',
  'member_photo',
  'member_signature',
  'signed_form',
  'logo',
] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

/** The content is checked when it is uploaded, which takes that it is said then. */
export const CHECKED_PURPOSES: ReadonlySet<FilePurpose> = new Set(['logo']);

/** What a file can belong to. */
export const FILE_SUBJECTS = ['document', 'member', 'consent', 'cooperative'] as const;
export type FileSubject = (typeof FILE_SUBJECTS)[number];

export class StoredFile extends TableModel {
  static override tableName = 'files';
  static override label = 'file';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  /** null: whatever it will be given to first. */
  declare purpose: FilePurpose | null;
  /** As the client called it. */
  declare name: string;
  /** Told by the content. */
  declare content_type: FileType;
  /** Null until the content is stored. */
  declare size_bytes: number | null;
  declare sha256: string | null;
  declare key_sealed: string;
  /** `deleting`: nothing may use it any more, and its content is about to go. */
  declare status: 'uploading' | 'stored' | 'deleting';
  declare subject_type: FileSubject | null;
  declare subject_id: string | null;
  declare created_by_type: Actor['type'];
  declare created_by_id: string;
  declare created_at: Date;
  /** System time; when it is deleted. Null: while it belongs to something. */
  declare due_at: Date | null;
}

export type FileRow = ModelObject<StoredFile>;
