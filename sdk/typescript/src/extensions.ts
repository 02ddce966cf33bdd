/** Hand-written methods beside the generated ones: more than one operation, or an answer other than JSON. */
import { Call } from './call.ts';
import { UshirikaError, type WireError } from './errors.ts';
import type {
  LoanPreview,
  ReconciliationRunsImportParams,
  Run,
  SaccoLoansApplyParams,
  SaccoMembersStatementParams,
} from './generated/models.ts';
import { GeneratedResources } from './generated/resources.ts';
import { ReconciliationResource, ReconciliationRunsResource } from './generated/resources/reconciliation.ts';
import { SaccoLoansResource, SaccoMembersResource, SaccoResource } from './generated/resources/sacco.ts';
import { renamed, toSnake } from './names.ts';
import type { KeyOptions, RequestOptions } from './resource.ts';
import { sleep } from './retry.ts';

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
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/statement', text: true },
      [member],
      params,
      { ...options, headers: { ...options.headers, accept: 'text/csv' } },
    );
  }
}

export class Loans extends SaccoLoansResource {
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

export class Sacco extends SaccoResource {
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
  override readonly sacco: Sacco = new Sacco(this._transport);
  override readonly reconciliation: Reconciliation = new Reconciliation(this._transport);
}
