/** The logo of a cooperative: an uploaded file. And test clocks that are behind, while a demonstration is filled with a year that ends now. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    alter table files
      drop constraint files_purpose_check,
      add constraint files_purpose_check check (purpose in
        ('kyc_document', 'member_photo', 'member_signature', 'signed_form', 'logo')) not valid,
      drop constraint files_subject_type_check,
      add constraint files_subject_type_check check (subject_type in
        ('document', 'member', 'consent', 'cooperative')) not valid;
    alter table sacco_settings add column logo_file_id text collate "C";
    alter table projects
      drop constraint projects_test_clock_offset_ms_check,
      add constraint projects_test_clock_offset_ms_check check (test_clock_offset_ms >= -2 * 366 * 86400000::bigint) not valid;
  `);
}
