// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type { Approval, ApprovalDetails, ApprovalsListPage, ApprovalsListParams } from '../models.ts';

export class ApprovalsResource extends Resource {
  /**
   * Approvals, pending or decided.
   *
   * `GET /api/v1/approvals`
   */
  list(
    params?: ApprovalsListParams,
    options?: RequestOptions,
  ): PageCall<Approval, Page<Approval> & ApprovalsListPage> {
    return this._list<Approval, ApprovalsListPage>(
      'approvals',
      { verb: 'GET', path: '/api/v1/approvals' },
      [],
      params,
      options,
    );
  }

  /**
   * One approval, and what approving it would do. While it is pending, `effect` shows what approving it now would do, computed by the code that would do it; reading it moves nothing.
   *
   * `GET /api/v1/approvals/{approval}`
   */
  get(approval: string, options?: RequestOptions): Call<ApprovalDetails> {
    return this._call<ApprovalDetails>(
      { verb: 'GET', path: '/api/v1/approvals/{approval}' },
      [approval],
      undefined,
      options,
    );
  }

  /**
   * Cancel a request; for the requester, an admin or the owner.
   *
   * `POST /api/v1/approvals/{approval}/cancel`
   */
  cancel(approval: string, options?: RequestOptions): Call<Approval> {
    return this._call<Approval>(
      { verb: 'POST', path: '/api/v1/approvals/{approval}/cancel' },
      [approval],
      undefined,
      options,
    );
  }
}
