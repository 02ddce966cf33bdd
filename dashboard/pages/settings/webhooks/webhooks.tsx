/** The endpoints of events, and the deliveries. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import type { WebhookEndpoint } from '../../../generated/wire.ts';
import { Empty } from '../../../ui/empty.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';
import { Deliveries } from './deliveries.tsx';
import { NewEndpointDialog } from './new-endpoint-dialog.tsx';
import { SecretDialog } from '../secret-dialog.tsx';

type Opened = { action: 'rotate' | 'delete'; endpoint: WebhookEndpoint };

export function Webhooks(): ReactNode {
  const { t } = useWords();
  const list = useList('webhookEndpoints.list', {});
  const [is_creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  return (
    <Stack gap="xl">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('settings.endpoints')}
          </Title>
          <Button onClick={() => setCreating(true)}>{t('settings.new_endpoint')}</Button>
        </Group>
        <ListTable
          name={t('settings.endpoints')}
          list={list}
          empty={<Empty what="empty.endpoints" />}
          rowKey={({ id }) => id}
          columns={[
            { header: t('settings.url'), cell: ({ url }) => url ?? t('settings.polled') },
            {
              header: t('settings.events'),
              cell: ({ events }) => (events.includes('*') ? t('settings.all_events') : events.join(', ')),
            },
            { header: t('loans.status'), cell: ({ status }) => <Status status={status} /> },
            {
              header: t('settings.added'),
              cell: ({ created_at }) => <Moment at={created_at} withTime={false} />,
            },
            {
              header: t('settings.action'),
              cell: (endpoint) => (
                <Group gap="xs" wrap="nowrap" justify="flex-end">
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setOpened({ action: 'rotate', endpoint })}
                  >
                    {t('settings.rotate_secret')}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setOpened({ action: 'delete', endpoint })}
                  >
                    {t('settings.delete')}
                  </Button>
                </Group>
              ),
            },
          ]}
        />
      </Stack>
      <Deliveries endpoints={list.items} />
      {is_creating && (
        <NewEndpointDialog
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created);
          }}
        />
      )}
      {opened?.action === 'rotate' && (
        <RotateDialog endpoint={opened.endpoint} onClose={close} onRotated={setSecret} />
      )}
      {opened?.action === 'delete' && <DeleteDialog endpoint={opened.endpoint} onClose={close} />}
      <SecretDialog label={t('settings.signing_secret')} secret={secret} onClose={() => setSecret(null)} />
    </Stack>
  );
}

interface EndpointDialogProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

function RotateDialog({
  endpoint,
  onClose,
  onRotated,
}: EndpointDialogProps & { onRotated: (secret: string) => void }): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      title={t('settings.rotate_question')}
      verb={t('settings.rotate_secret')}
      operation="webhookEndpoints.rotateSecret"
      input={{ webhook_endpoint: endpoint.id }}
      onClose={onClose}
      onDone={({ secret }) => secret !== undefined && onRotated(secret)}
      isDanger={false}
    >
      <EndpointUrl endpoint={endpoint} />
      <Text size="sm">{t('settings.rotate_means')}</Text>
    </ConfirmDialog>
  );
}

function DeleteDialog({ endpoint, onClose }: EndpointDialogProps): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      title={t('settings.delete_endpoint_question')}
      verb={t('settings.delete')}
      operation="webhookEndpoints.delete"
      input={{ webhook_endpoint: endpoint.id }}
      onClose={onClose}
    >
      <EndpointUrl endpoint={endpoint} />
      <Text size="sm">{t('settings.delete_endpoint_means')}</Text>
    </ConfirmDialog>
  );
}

function EndpointUrl({ endpoint }: { endpoint: WebhookEndpoint }): ReactNode {
  const { t } = useWords();
  return (
    <Text size="sm" fw={600} className="breakable">
      {endpoint.url ?? t('settings.polled')}
    </Text>
  );
}
