/** What the payer sees of a payment at this moment. */
import { Anchor, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readCheckoutPage } from '../../api/checkout.ts';
import type { Payment } from '../../generated/wire.ts';
import { contentNonce } from '../../nonce.ts';
import { Section } from '../../ui/page/section.tsx';
import { useWords } from '../../words.ts';
import { copyToLookAt } from './checkout-copy.ts';

/** Another payment may complete the link meanwhile. */
const LOOK_EVERY_MS = 15_000;

interface CheckoutViewProps {
  payment: Payment;
  /** It changes no more. */
  isOver: boolean;
}

export function CheckoutView({ payment, isOver }: CheckoutViewProps): ReactNode {
  const { t } = useWords();
  const { id, payment_link_id } = payment;
  if (payment_link_id === null)
    return (
      <Section title={t('payments.payer_sees')}>
        <Text c="dimmed">{t('payments.no_checkout')}</Text>
      </Section>
    );
  const address = `/pay/${payment_link_id}/${id}`;
  return (
    <Section
      title={t('payments.payer_sees')}
      actions={
        <Anchor href={address} target="_blank" rel="noopener noreferrer" size="sm">
          {t('payments.open_checkout')}
        </Anchor>
      }
    >
      <CheckoutPage address={address} version={payment.updated_at} isOver={isOver} />
    </Section>
  );
}

interface CheckoutPageProps {
  address: string;
  /** It is read again when this changes. */
  version: string;
  isOver: boolean;
}

function CheckoutPage({ address, version, isOver }: CheckoutPageProps): ReactNode {
  const { t } = useWords();
  const { data, error } = useQuery({
    queryKey: ['checkout', address, version],
    queryFn: async ({ signal }) => copyToLookAt(await readCheckoutPage(address, signal), contentNonce()),
    placeholderData: keepPreviousData,
    refetchInterval: isOver ? false : LOOK_EVERY_MS,
  });
  if (error) return <Text c="dimmed">{t('payments.checkout_unreadable')}</Text>;
  if (data === undefined) return <Skeleton height={320} radius="md" aria-hidden="true" />;
  // Without any permission: no script, no form, no way out of the frame.
  return <iframe className="checkout-view" title={t('payments.payer_sees')} sandbox="" srcDoc={data} />;
}
