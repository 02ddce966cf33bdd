/** Hand-written methods beside the generated ones: more than one operation, or an answer other than JSON. */
import { Call, type FullAnswer } from './call.ts';
import { UshirikaError, type WireError } from './errors.ts';
import { fileForm } from './form.ts';
import type {
  DividendPreview,
  File as UploadedFile,
  LoanPreview,
  ReconciliationRunsImportParams,
  Run,
  SaccoDividendsDeclareParams,
  SaccoDividendsLineParams,
  SaccoEntriesReceiptParams,
  SaccoLoansApplyParams,
  SaccoLoansGetParams,
  SaccoLoansGuaranteeParams,
  SaccoMembersStatementParams,
} from './generated/models.ts';
import { FilesResource } from './generated/resources/files.ts';
import { GeneratedResources } from './generated/resources.ts';
import { ReconciliationResource, ReconciliationRunsResource } from './generated/resources/reconciliation.ts';
import {
  SaccoDividendsResource,
  SaccoEntriesResource,
  SaccoLoansResource,
  SaccoMembersResource,
  SaccoResource,
} from './generated/resources/sacco.ts';
import { renamed, toCamel, toSnake } from './names.ts';
import type { KeyOptions, OperationFacts, RequestOptions } from './resource.ts';
import { sleep } from './retry.ts';

export interface FileUpload {
  /** What it is for. */
  purpose: UploadedFile['purpose'];
  /** As the file is called. */
  name: string;
  content: Uint8Array;
}

export class Files extends FilesResource {
  /**
   * Uploads a file: PDF, JPEG, PNG or WebP, at most 10 MiB. It is not repeated after a failure, because each upload is a file of
   * its own; what nothing names is deleted after 24 hours.
   *
   * `POST /api/v1/files`
   */
  upload({ purpose, name, content }: FileUpload, options: RequestOptions = {}): Call<UploadedFile> {
    const { content_type, body } = fileForm(name, content);
    const sent = this._transport.request('POST', '/api/v1/files', {
      ...options,
      query: { purpose },
      body,
      headers: { ...options.headers, 'content-type': content_type },
    });
    return new Call(
      sent.then(({ data, status, headers, requestId, replayed }): FullAnswer<UploadedFile> => ({
        data: renamed(data, toCamel) as UploadedFile,
        status,
        headers,
        requestId,
        replayed,
      })),
    );
  }
}

export class Members extends SaccoMembersResource {
  /**
   * A member's statement as CSV text: the whole statement, up to 10,000 movements. With `limit` it is a part; if there are more
   * movements, the header `X-Next-After` of the answer (`withResponse()`) is the `after` of the next call.
   *
   * `GET /api/v1/sacco/members/{member}/statement`
   */
  statementCsv(
    member: string,
    params: SaccoMembersStatementParams,
    options: RequestOptions = {},
  ): Call<string> {
    return this._call<string>(
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/statement', raw: true },
      [member],
      params,
      { ...options, headers: { ...options.headers, accept: 'text/csv' } },
    );
  }

  /**
   * A member's statement as PDF: the whole period, up to 5,000 movements.
   *
   * `GET /api/v1/sacco/members/{member}/statement`
   */
  statementPdf(
    member: string,
    params: Pick<SaccoMembersStatementParams, 'from' | 'to' | 'language'>,
    options: RequestOptions = {},
  ): Call<Uint8Array> {
    return this._call<Uint8Array>(
      pdfAt('/api/v1/sacco/members/{member}/statement'),
      [member],
      params,
      acceptingPdf(options),
    );
  }
}

export class Entries extends SaccoEntriesResource {
  /**
   * The receipt of a posted entry as PDF: on a roll of 80 mm, which is the default, or on a page of A5.
   *
   * `GET /api/v1/sacco/entries/{entry}/receipt`
   */
  receiptPdf(
    entry: string,
    params: SaccoEntriesReceiptParams = {},
    options: RequestOptions = {},
  ): Call<Uint8Array> {
    return this._call<Uint8Array>(
      pdfAt('/api/v1/sacco/entries/{entry}/receipt'),
      [entry],
      params,
      acceptingPdf(options),
    );
  }
}

export class Dividends extends SaccoDividendsResource {
  /**
   * What a dividend would come to: members, total, tax, and what the income account holds then. Nothing is stored.
   *
   * `POST /api/v1/sacco/dividends`
   */
  preview(params: SaccoDividendsDeclareParams, options?: RequestOptions): Call<DividendPreview> {
    return this._call<DividendPreview>(
      { verb: 'POST', path: '/api/v1/sacco/dividends', body: true },
      [],
      { ...params, dryRun: true },
      options,
    );
  }

  /**
   * What one member was paid of a dividend, as PDF.
   *
   * `GET /api/v1/sacco/dividends/{dividend}/lines/{member}`
   */
  linePdf(
    dividend: string,
    member: string,
    params: SaccoDividendsLineParams = {},
    options: RequestOptions = {},
  ): Call<Uint8Array> {
    return this._call<Uint8Array>(
      pdfAt('/api/v1/sacco/dividends/{dividend}/lines/{member}'),
      [dividend, member],
      params,
      acceptingPdf(options),
    );
  }
}

export class Loans extends SaccoLoansResource {
  /**
   * The schedule of a loan that was disbursed, as PDF.
   *
   * `GET /api/v1/sacco/loans/{loan}`
   */
  getPdf(loan: string, params: SaccoLoansGetParams = {}, options: RequestOptions = {}): Call<Uint8Array> {
    return this._call<Uint8Array>(pdfAt('/api/v1/sacco/loans/{loan}'), [loan], params, acceptingPdf(options));
  }

  /**
   * The form that a guarantor signs, as PDF.
   *
   * `GET /api/v1/sacco/loans/{loan}/guarantors/{member}`
   */
  guaranteePdf(
    loan: string,
    member: string,
    params: SaccoLoansGuaranteeParams = {},
    options: RequestOptions = {},
  ): Call<Uint8Array> {
    return this._call<Uint8Array>(
      pdfAt('/api/v1/sacco/loans/{loan}/guarantors/{member}'),
      [loan, member],
      params,
      acceptingPdf(options),
    );
  }

  /**
   * The result of an application: schedule, fee and every check. Nothing is stored.
   *
   * `POST /api/v1/sacco/loans`
   */
  preview(params: SaccoLoansApplyParams, options?: RequestOptions): Call<LoanPreview> {
    return this._call<LoanPreview>(
      { verb: 'POST', path: '/api/v1/sacco/loans', body: true },
      [],
      { ...params, dryRun: true },
      options,
    );
  }
}

function pdfAt(path: string): OperationFacts {
  return { verb: 'GET', path, raw: true };
}

function acceptingPdf(options: RequestOptions): RequestOptions {
  return { ...options, headers: { ...options.headers, accept: 'application/pdf' } };
}

export class Sacco extends SaccoResource {
  override readonly dividends: Dividends = new Dividends(this._transport);
  override readonly entries: Entries = new Entries(this._transport);
  override readonly loans: Loans = new Loans(this._transport);
  override readonly members: Members = new Members(this._transport);
}

const POLL_MS = 1_000;

export class Runs extends ReconciliationRunsResource {
  /**
   * Imports a statement and waits without limit until that is done: a large statement is answered before it is read.
   * @throws UshirikaError when the import failed; its `body` says why
   */
  async importAndWait(params: ReconciliationRunsImportParams, options: KeyOptions = {}): Promise<Run> {
    let run: Run = await this.import(params, options);
    const { idempotencyKey: _used, ...later } = options;
    while (run.status === 'importing') {
      await sleep(POLL_MS, options.signal);
      run = await this.get(run.id, later);
    }
    if (run.status !== 'failed') return run;
    const body = renamed(run.error ?? {}, toSnake) as WireError;
    throw new UshirikaError(body.message ?? 'The import failed.', { body });
  }
}

export class Reconciliation extends ReconciliationResource {
  override readonly runs: Runs = new Runs(this._transport);
}

export class Resources extends GeneratedResources {
  override readonly files: Files = new Files(this._transport);
  override readonly sacco: Sacco = new Sacco(this._transport);
  override readonly reconciliation: Reconciliation = new Reconciliation(this._transport);
}
