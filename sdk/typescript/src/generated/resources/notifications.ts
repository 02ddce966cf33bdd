// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type { Notification, NotificationsListPage, NotificationsListParams } from '../models.ts';

export class NotificationsResource extends Resource {
  /**
   * Messages to members, newest first.
   *
   * `GET /api/v1/notifications`
   */
  list(
    params?: NotificationsListParams,
    options?: RequestOptions,
  ): PageCall<Notification, Page<Notification> & NotificationsListPage> {
    return this._list<Notification, NotificationsListPage>(
      'notifications',
      { verb: 'GET', path: '/api/v1/notifications' },
      [],
      params,
      options,
    );
  }

  /**
   * One message.
   *
   * `GET /api/v1/notifications/{notification}`
   */
  get(notification: string, options?: RequestOptions): Call<Notification> {
    return this._call<Notification>(
      { verb: 'GET', path: '/api/v1/notifications/{notification}' },
      [notification],
      undefined,
      options,
    );
  }
}
