/** Uploaded files: KYC documents, photos, signatures, signed forms. The content lies sealed in the file store, its key here. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table files (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      -- null: whatever it will be given to first
      purpose text collate "C" check (purpose in
        ('kyc_document', 'member_photo', 'member_signature', 'signed_form')),
      -- as the client called it
      name text not null,
      -- told by the content
      content_type text collate "C" not null check (content_type in
        ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
      -- from when the content is stored
      size_bytes integer check (size_bytes > 0),
      sha256 text collate "C",
      -- the key of this file alone, sealed with the encryption key
      key_sealed text not null,
      status text collate "C" not null check (status in ('uploading', 'stored', 'deleting')),
      -- what it belongs to; null: nothing yet
      subject_type text collate "C" check (subject_type in ('document', 'member', 'consent')),
      subject_id text collate "C",
      created_by_type text collate "C" not null,
      created_by_id text collate "C" not null,
      created_at timestamptz not null,
      -- system time; when it is deleted, with its content. Null: while it belongs to something
      due_at timestamptz,
      check ((size_bytes is null) = (sha256 is null) and (status <> 'stored' or size_bytes is not null)),
      check ((subject_type is null) = (subject_id is null)),
      check ((due_at is null) = (subject_id is not null) and (subject_id is null or status = 'stored'))
    );
    create index files_due on files (due_at) where due_at is not null;
    -- Uploads are limited by what belongs to nothing.
    create index files_unused on files (project_id, environment) where subject_id is null;
    create index files_by_subject on files (subject_type, subject_id) where subject_id is not null;

    alter table kyc_documents add column file_id text collate "C";
    alter table sacco_members
      add column photo_file_id text collate "C",
      add column signature_file_id text collate "C";
  `);
}
