/** Payment providers, as their stand-ins: those run here, and the service reaches them through a process that is killed. */
import { ChapaStandIn } from '../stand-ins/chapa.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { MtnMomoStandIn } from '../stand-ins/mtn-momo.ts';
import { SantimPayStandIn } from '../stand-ins/santimpay.ts';
import type { StandIn } from '../stand-ins/stand-in.ts';
import { TelebirrStandIn } from '../stand-ins/telebirr.ts';
import type { PaidOut } from './accounting/payouts.ts';

export interface Provider {
  name: string;
  gateway: StandIn;
  credentials: Record<string, string>;
  currency: string;
  phone: string;
  metadata?: Record<string, string>;
  /** It is asked once for a refund, so that one that never arrives is left to a person. */
  refunds_once?: true;
  /** How many refunds it made for this one. */
  refundsMade(payment_id: string, refund_id: string): number;
  /** Who is paid by it, and what it has sent; left out where it sends no money. */
  payouts?: { to: Record<string, string>; made(): PaidOut[] };
  /** What it does by itself from time to time. */
  work?: () => Promise<void> | void;
}

export function openProviders(): Provider[] {
  return [mpesa(), chapa(), santimpay(), telebirr(), mtnMomo()];
}

function mpesa(): Provider {
  const gateway = new DarajaStandIn('KE');
  return {
    name: 'mpesa',
    gateway,
    credentials: { ...gateway.credentials, ...gateway.initiator },
    currency: 'KES',
    phone: '+254708374149',
    refunds_once: true,
    refundsMade(payment_id) {
      const push = gateway.pushes.find((each) => each.payment_id === payment_id);
      return gateway.reversals.filter(({ receipt, done }) => receipt === push?.receipt && done).length;
    },
    payouts: {
      to: { phone: '+254708374149' },
      made: () => gateway.payouts.map(({ id, amount }) => paidOut(id, amount)),
    },
    work: async () => void (await gateway.tellResults()),
  };
}

function chapa(): Provider {
  const gateway = new ChapaStandIn();
  return {
    name: 'chapa',
    gateway,
    credentials: gateway.credentials,
    currency: 'ETB',
    phone: '+251911234567',
    refunds_once: true,
    refundsMade: (payment_id) => gateway.refunds.filter(({ tx_ref }) => tx_ref === payment_id).length,
    payouts: {
      to: { bank_code: '656', account_number: '1000123456789', account_name: 'Asha Ali' },
      made: () => [...gateway.transfers.values()].map(({ reference, amount }) => paidOut(reference, amount)),
    },
    work() {
      for (const refund of gateway.refunds) {
        refund.status = 'success';
        const transaction = gateway.transactions.get(refund.tx_ref);
        if (transaction) transaction.status = 'refunded';
      }
    },
  };
}

function santimpay(): Provider {
  const gateway = new SantimPayStandIn();
  const { callback_public_key } = gateway;
  return {
    name: 'santimpay',
    gateway,
    credentials: { ...gateway.credentials, callback_public_key, refund_via_payout: 'true' },
    currency: 'ETB',
    phone: '+251911234567',
    metadata: { payment_method: 'Telebirr' },
    refundsMade: (_payment_id, refund_id) =>
      [...gateway.payouts.keys()].filter((id) => id.includes(refund_id)).length,
    payouts: {
      to: { phone: '+251911234567', bank_code: 'Telebirr' },
      // Refunds are sent in the same way.
      made: () =>
        [...gateway.payouts.values()]
          .filter(({ id }) => id.startsWith('pyo_'))
          .map(({ id, asked }) => paidOut(id, asked)),
    },
  };
}

function telebirr(): Provider {
  const gateway = new TelebirrStandIn();
  return {
    name: 'telebirr',
    gateway,
    credentials: gateway.credentials,
    currency: 'ETB',
    phone: '+251911234567',
    refundsMade: (payment_id) => gateway.order(payment_id).refunds.size,
  };
}

function mtnMomo(): Provider {
  const gateway = new MtnMomoStandIn();
  return {
    name: 'mtn_momo',
    gateway,
    credentials: { ...gateway.credentials, ...gateway.disbursement },
    currency: 'UGX',
    phone: '+256772123456',
    refundsMade(payment_id) {
      const { reference_id } = gateway.requestOf(payment_id);
      return [...gateway.refunds.values()].filter(({ refunds }) => refunds === reference_id).length;
    },
    payouts: {
      to: { phone: '+256772123456' },
      made: () =>
        [...gateway.transfers.values()].map(({ externalId, amount }) => paidOut(externalId, amount)),
    },
  };
}

/** @param amount in major units */
function paidOut(payout_id: string, amount: number | string): PaidOut {
  return { payout_id, amount_minor: Math.round(Number(amount) * 100) };
}

/** @throws Error unless it is one of them */
export function providerOf(providers: readonly Provider[], name: string): Provider {
  const found = providers.find((each) => each.name === name);
  if (!found) throw new Error(`there is no provider ${name}`);
  return found;
}

/** Whether the sandbox sends money to this phone. */
export function isPaidBySandbox(phone: string): boolean {
  return !phone.endsWith('039');
}

/** How the service is told where a stand-in is. */
export function settingOf({ name, gateway }: Provider): { variable: string; port: number; path: string } {
  const { port, pathname } = new URL(gateway.base_url);
  return {
    variable: `PROVIDER_${name.toUpperCase()}_BASE_URL_TEST`,
    port: Number(port),
    path: pathname === '/' ? '' : pathname,
  };
}
