// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type { File } from '../models.ts';

export class FilesResource extends Resource {
  /**
   * What a file is, and what it belongs to.
   *
   * `GET /api/v1/files/{file}`
   */
  get(file: string, options?: RequestOptions): Call<File> {
    return this._call<File>({ verb: 'GET', path: '/api/v1/files/{file}' }, [file], undefined, options);
  }
}
