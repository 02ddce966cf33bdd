/** One payment link: amount, QR code, and actions. */
import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { PaymentLink } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { QrCode } from './qr-code.tsx';

export function LinkCard({ link }: { link: PaymentLink }): ReactNode {
  const { t } = useWords();
  const [is_disabling, setIsDisabling] = useState(false);
  const id = useId();
  const is_active = link.status === 'active';
  return (
    <Card component="article" aria-labelledby={id} withBorder padding="md" className="panel link-card">
      <Stack gap="xs" className="link-facts">
        <Group gap="xs">
          <Title order={2} size="h4" id={id}>
            {link.title}
          </Title>
          <Status status={link.status} />
        </Group>
        <Text fw={600} size="lg">
          <Money minor={link.amount_minor} currency={link.currency} />
        </Text>
        <Text size="sm" c="dimmed" className="sentence">
          {t(link.reusable ? 'payment_links.reusable' : 'payment_links.once')} ·{' '}
          <Moment at={link.created_at} />
        </Text>
        {link.refund_overpaid && <Text size="sm">{t('payment_links.refund_overpaid')}</Text>}
        {link.overpaid_payments > 0 && (
          <Anchor component={Link} href={`/payments?payment_link=${link.id}`} size="sm">
            {t('payment_links.overpaid', { count: link.overpaid_payments })}
          </Anchor>
        )}
        {is_active && (
          <>
            <Anchor href={link.url} target="_blank" rel="noopener noreferrer" size="sm" className="long-text">
              {link.url}
            </Anchor>
            <Group gap="xs" mt={4}>
              <CopyButton text={link.url} label={t('payment_links.copy')} size="xs" />
              <Button size="xs" variant="default" onClick={() => setIsDisabling(true)}>
                {t('payment_links.disable')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
      {is_active && <QrCode text={link.url} label={t('payment_links.qr_code', { title: link.title })} />}
      {is_disabling && <Disable link={link} onClose={() => setIsDisabling(false)} />}
    </Card>
  );
}

function Disable({ link, onClose }: { link: PaymentLink; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const { title } = link;
  return (
    <ConfirmDialog
      title={t('payment_links.disable_question', { title })}
      verb={t('payment_links.disable')}
      operation="paymentLinks.disable"
      input={{ payment_link: link.id }}
      onClose={onClose}
      onDone={() => sayDone(t('payment_links.disabled', { title }))}
    >
      {t('payment_links.disable_meaning')}
    </ConfirmDialog>
  );
}
