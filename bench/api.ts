/**
 * `npm run bench:api`: `POST /payments` and `GET /payments/{id}` under 64 connections, beside a bare Express handler that
 * does one INSERT, or one SELECT, on the same database in the same run. Each server is a process of its own.
 */
import { newUuid } from '../core/ids.ts';
import { run } from '../core/shutdown.ts';
import { openServer, report } from './harness.ts';
import { CONNECTIONS, gets, inTurn, openServices, posts, type Asked } from './served.ts';

run(async () => {
  const server = await openServer();
  try {
    const { ours, bare, headers } = await openServices(server);
    const payment = await firstId(`${ours.url}/api/v1/payments`, headers);
    const row = await firstId(`${bare.url}/bare`, headers);
    const newPayment = (): Asked => ({ path: '/api/v1/payments', body: newBody() });

    const [bare_post, payment_post] = (await inTurn(
      () => posts(bare, headers, () => ({ path: '/bare', body: newBody() })),
      () => posts(ours, headers, newPayment),
    )) as [number, number];
    const [bare_get, payment_get] = (await inTurn(
      () => gets(bare, headers, `/bare/${row}`),
      () => gets(ours, headers, `/api/v1/payments/${payment}`),
    )) as [number, number];
    report('api', {
      connections: CONNECTIONS,
      bare_insert_per_s: bare_post,
      payments_post_per_s: payment_post,
      ratio_post: payment_post / bare_post,
      bare_select_per_s: bare_get,
      payments_get_per_s: payment_get,
      ratio_get: payment_get / bare_get,
    });
  } finally {
    await server.close();
  }
});

/** A payment that stays pending: what is measured is the request, not its consequences. */
function newBody(): object {
  return {
    provider: 'sandbox',
    amount: 150.5,
    currency: 'KES',
    reference: newUuid(),
    customer_phone: '+254712345129',
  };
}

async function firstId(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(newBody()) });
  const { id } = (await response.json()) as { id?: string };
  if (!id) throw new Error(`${url} answered ${response.status}`);
  return id;
}
