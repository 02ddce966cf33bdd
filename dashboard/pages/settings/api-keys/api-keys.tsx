/** The keys with which other systems use the API. */
import { Button, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import type { ApiKey } from '../../../generated/wire.ts';
import { now } from '../../../clock.ts';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import { useProjectId } from '../../../session/place.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { Explained } from '../../../ui/page/explained.tsx';
import { useWords } from '../../../words.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { SecretDialog } from '../secret-dialog.tsx';

export function ApiKeys(): ReactNode {
  const { t, word } = useWords();
  const list = useList('projects.apiKeys.list', { project: useProjectId() });
  const [is_creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  return (
    <Stack>
      <Explained text={t('settings.api_keys_hint')}>
        <Button onClick={() => setCreating(true)}>{t('settings.new_key')}</Button>
      </Explained>
      <ListTable
        name={t('settings.api_keys')}
        list={list}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('settings.name'),
            cell: ({ name, prefix }) => (
              <>
                {name}
                <Text size="xs" c="dimmed">
                  {prefix}…
                </Text>
              </>
            ),
          },
          { header: t('shell.environment'), cell: ({ environment }) => word('environment', environment) },
          {
            header: t('settings.scopes'),
            cell: ({ scopes }) =>
              scopes === null
                ? t('settings.everything')
                : scopes.map((scope) => word('scope', scope)).join(', '),
          },
          {
            header: t('settings.addresses'),
            cell: ({ allowed_ips }) => allowed_ips?.join(', ') ?? t('settings.anywhere'),
          },
          {
            header: t('settings.expires'),
            cell: ({ expires_at }) => moment(expires_at, t('settings.never')),
          },
          {
            header: t('settings.last_used'),
            cell: ({ last_used_at }) => moment(last_used_at, t('settings.never')),
          },
          { header: t('loans.status'), cell: (key) => <Status status={statusOf(key)} /> },
          {
            header: t('settings.action'),
            cell: (key) =>
              key.revoked_at === null && (
                <Button size="xs" variant="default" onClick={() => setRevoked(key)}>
                  {t('settings.revoke')}
                </Button>
              ),
          },
        ]}
      />
      {is_creating && (
        <NewKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setSecret(key);
          }}
        />
      )}
      <SecretDialog label={t('settings.key')} secret={secret} onClose={() => setSecret(null)} />
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
    </Stack>
  );
}

function moment(at: string | null, never: string): ReactNode {
  return at === null ? never : <Moment at={at} />;
}

function statusOf({ revoked_at, expires_at }: ApiKey): string {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now() ? 'expired' : 'active';
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      title={t('settings.revoke_question', { name: apiKey.name })}
      verb={t('settings.revoke')}
      operation="projects.apiKeys.revoke"
      input={{ project: useProjectId(), key_id: apiKey.id }}
      onClose={onClose}
    >
      {t('settings.revoke_means')}
    </ConfirmDialog>
  );
}
