/** Uploaded files: KYC documents, photos, signatures, signed forms and logos. */
import joi from 'joi';
import { extensionOf } from '../../core/files/file-types.rules.ts';
import {
  FILE_PURPOSES,
  fileSchema,
  getFile,
  MAX_FILE_BYTES,
  presentFile,
  readContent,
  storeFile,
  type FilePurpose,
} from '../../domain/files/index.ts';
import { ANY_STAFF } from '../../domain/staff/index.ts';
import { BINARY, SCOPED, created, ok, route } from '../http/route.ts';

const tag = 'Files';
const path = '/api/v1/files';

export const fileRoutes = [
  route({
    operation_id: 'files.upload',
    method: 'POST',
    path,
    tag,
    summary: 'Upload a file: PDF, JPEG, PNG or WebP, at most 10 MiB',
    description:
      'The form has one file, `file`; what it is is told by its content. Give the id to what the file is for within 24 hours: a KYC document (`file_id`), a member (`PUT /sacco/members/{member}/files`), the consent of a guarantor (`file_id`), or the cooperative (`PUT /sacco/logo`; a PNG or JPEG of at most 100 kB and 1,000 × 1,000 pixels). Until then a repeat is a second file, and the first one is deleted.',
    access: SCOPED,
    errors: ['PAYLOAD_TOO_LARGE'],
    upload_bytes: MAX_FILE_BYTES,
    query: joi.object<{ purpose?: FilePurpose }>({
      purpose: joi
        .string()
        .valid(...FILE_PURPOSES)
        .description('What it is for, and can be given to; anything by default'),
    }),
    responses: { 201: { description: 'The file', schema: fileSchema } },
    handle: async ({ ctx, caller, query, upload }) => {
      const file = await upload((uploaded) =>
        storeFile(caller, { ...uploaded, purpose: query.purpose ?? null }),
      );
      return created(await presentFile(ctx.db, file));
    },
  }),
  route({
    operation_id: 'files.get',
    method: 'GET',
    path: `${path}/{file}`,
    tag,
    summary: 'What a file is, and what it belongs to',
    access: SCOPED,
    responses: { 200: { description: 'The file', schema: fileSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(await presentFile(ctx.db, await getFile(ctx.db, scope, params.file))),
  }),
  route({
    operation_id: 'files.content',
    method: 'GET',
    path: `${path}/{file}/content`,
    tag,
    summary: 'The content of a file',
    description:
      'Whoever opens a KYC document or a signed form is recorded in the audit log. The answer runs no script, whatever the file holds.',
    second_factor: true,
    access: { kind: 'staff', roles: ANY_STAFF },
    responses: { 200: { description: 'The content', also_as: [BINARY] } },
    handle: async ({ caller, params }) => {
      const { file, content } = await readContent(caller, params.file);
      const { id, content_type, size_bytes } = file;
      return {
        status: 200,
        download: {
          type: content_type,
          name: `${id}.${extensionOf(content_type)}`,
          bytes: size_bytes as number,
          content,
        },
      };
    },
  }),
];
