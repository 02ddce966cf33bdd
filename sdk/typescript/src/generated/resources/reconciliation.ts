// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions, type KeyOptions } from '../../resource.ts';
import type {
  Line,
  LineResults,
  ReconciliationLinesListParams,
  ReconciliationLinesResolveParams,
  ReconciliationPresetsResult,
  ReconciliationRunsImportParams,
  ReconciliationRunsListPage,
  ReconciliationRunsListParams,
  ReconciliationRunsResolveAllParams,
  Run,
} from '../models.ts';

export class ReconciliationRunsResource extends Resource {
  /**
   * Import a statement. All or nothing: if lines cannot be read, the error names them, and nothing is stored. An import that takes longer than 30 seconds is answered 202; then poll the run until its status is `open` or `failed`.
   *
   * `POST /api/v1/reconciliation/runs`
   */
  import(params: ReconciliationRunsImportParams, options?: KeyOptions): Call<Run> {
    return this._call<Run>(
      {
        verb: 'POST',
        path: '/api/v1/reconciliation/runs',
        key: 'header',
        body: true,
        sent_maps: ['columns', 'kinds'],
        answered_maps: ['counts', 'totals'],
      },
      [],
      params,
      options,
    );
  }

  /**
   * Runs, without figures that change from day to day.
   *
   * `GET /api/v1/reconciliation/runs`
   */
  list(
    params?: ReconciliationRunsListParams,
    options?: RequestOptions,
  ): PageCall<Run, Page<Run> & ReconciliationRunsListPage> {
    return this._list<Run, ReconciliationRunsListPage>(
      'runs',
      { verb: 'GET', path: '/api/v1/reconciliation/runs', answered_maps: ['runs.counts', 'runs.totals'] },
      [],
      params,
      options,
    );
  }

  /**
   * One run: its figures, and the payments that the statement does not list.
   *
   * `GET /api/v1/reconciliation/runs/{run}`
   */
  get(run: string, options?: RequestOptions): Call<Run> {
    return this._call<Run>(
      { verb: 'GET', path: '/api/v1/reconciliation/runs/{run}', answered_maps: ['counts', 'totals'] },
      [run],
      undefined,
      options,
    );
  }

  /**
   * Close a run: it becomes read-only.
   *
   * `POST /api/v1/reconciliation/runs/{run}/close`
   */
  close(run: string, options?: RequestOptions): Call<Run> {
    return this._call<Run>(
      { verb: 'POST', path: '/api/v1/reconciliation/runs/{run}/close', answered_maps: ['counts', 'totals'] },
      [run],
      undefined,
      options,
    );
  }

  /**
   * Resolve all lines that an action applies to. Also finishes interrupted decisions of the same action. A line that cannot be resolved does not stop the others: its result gives the reason.
   *
   * `POST /api/v1/reconciliation/runs/{run}/resolve-all`
   */
  resolveAll(
    run: string,
    params: ReconciliationRunsResolveAllParams,
    options?: RequestOptions,
  ): Call<LineResults> {
    return this._call<LineResults>(
      { verb: 'POST', path: '/api/v1/reconciliation/runs/{run}/resolve-all', body: true },
      [run],
      params,
      options,
    );
  }
}

export class ReconciliationLinesResource extends Resource {
  /**
   * Lines of a run, in the order of the file, beside what our books have.
   *
   * `GET /api/v1/reconciliation/runs/{run}/lines`
   */
  list(
    run: string,
    params?: ReconciliationLinesListParams,
    options?: RequestOptions,
  ): PageCall<Line, Page<Line>> {
    return this._list<Line>(
      'lines',
      { verb: 'GET', path: '/api/v1/reconciliation/runs/{run}/lines' },
      [run],
      params,
      options,
    );
  }

  /**
   * Resolve one line. The line is identified by its id or its number in the file. A line is resolved once; repeating the same decision finishes an interrupted one. With strict approvals `settle_payment` waits for a second person, unless the payment is completed already.
   *
   * `POST /api/v1/reconciliation/runs/{run}/lines/{line}/resolve`
   */
  resolve(
    run: string,
    line: string | number,
    params: ReconciliationLinesResolveParams,
    options?: RequestOptions,
  ): Call<Line> {
    return this._call<Line>(
      { verb: 'POST', path: '/api/v1/reconciliation/runs/{run}/lines/{line}/resolve', body: true },
      [run, line],
      params,
      options,
    );
  }
}

export class ReconciliationResource extends Resource {
  readonly runs: ReconciliationRunsResource = new ReconciliationRunsResource(this._transport);
  readonly lines: ReconciliationLinesResource = new ReconciliationLinesResource(this._transport);

  /**
   * The formats of some providers' exports.
   *
   * `GET /api/v1/reconciliation/presets`
   */
  presets(options?: RequestOptions): Call<ReconciliationPresetsResult> {
    return this._call<ReconciliationPresetsResult>(
      {
        verb: 'GET',
        path: '/api/v1/reconciliation/presets',
        answered_maps: ['presets.columns', 'presets.kinds'],
      },
      [],
      undefined,
      options,
    );
  }
}
