/** Where events are sent, and what became of each of them. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { useSubmission } from '../../api/submission.ts';
import type { WebhookEndpoint } from '../../generated/wire.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { Deliveries } from './deliveries.tsx';
import { NewEndpointDialog } from './new-endpoint-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const PATH = '/api/v1/webhook-endpoints';

type Opened = { action: 'rotate' | 'delete'; endpoint: WebhookEndpoint };

export function Webhooks(): ReactNode {
  const { t } = useWords();
  const list = useList<WebhookEndpoint>(PATH, 'webhook_endpoints');
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
              cell: ({ created_at }) => <Moment at={created_at} with_time={false} />,
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
        <RotateDialog
          endpoint={opened.endpoint}
          onClose={close}
          onRotated={(rotated) => {
            close();
            setSecret(rotated);
          }}
        />
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
  const submission = useSubmission<WebhookEndpoint>({ key: 'none' });
  const rotate = async (): Promise<void> => {
    const answer = await submission.submit({ path: `${PATH}/${endpoint.id}/rotate-secret` });
    if (answer?.data.secret !== undefined) onRotated(answer.data.secret);
  };
  return (
    <ConfirmDialog
      title={t('settings.rotate_question')}
      verb={t('settings.rotate_secret')}
      opened
      onClose={onClose}
      submission={submission}
      onConfirm={() => void rotate()}
      is_danger={false}
    >
      <EndpointUrl endpoint={endpoint} />
      <Text size="sm">{t('settings.rotate_means')}</Text>
    </ConfirmDialog>
  );
}

function DeleteDialog({ endpoint, onClose }: EndpointDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<unknown>({ key: 'none' });
  return (
    <ConfirmDialog
      title={t('settings.delete_endpoint_question')}
      verb={t('settings.delete')}
      opened
      onClose={onClose}
      submission={submission}
      onConfirm={() => void submission.submit({ method: 'DELETE', path: `${PATH}/${endpoint.id}` })}
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
