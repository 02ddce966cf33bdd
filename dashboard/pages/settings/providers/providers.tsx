/** The payment providers of the environment shown, with masked credentials. */
import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRole } from '../../../api/me.ts';
import { useProvidersReading } from '../../../api/providers.ts';
import type { ProviderConfig } from '../../../generated/wire.ts';
import { usePlace, useProjectId } from '../../../session/place.ts';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/faults/loaded.tsx';
import { Status } from '../../../ui/status.tsx';
import { raised, useWords } from '../../../words.ts';
import { ConfigureProviderDialog } from './configure-provider-dialog.tsx';
import { PaybillDialog } from './paybill-dialog.tsx';
import { PayoutSettingsDialog } from './payout-settings-dialog.tsx';

type Opened = { action: 'configure' | 'remove' | 'paybill' | 'payouts'; provider: ProviderConfig };

export function Providers(): ReactNode {
  const { t, word } = useWords();
  const reading = useProvidersReading();
  const { environment } = usePlace();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        {t('settings.providers_hint', { environment: word('environment', environment) })}
      </Text>
      <Loaded reading={reading}>
        {({ providers }) => (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            {providers.map((provider) => (
              <ProviderCard
                key={provider.name}
                provider={provider}
                onOpen={(action) => setOpened({ action, provider })}
              />
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      {opened?.action === 'configure' && (
        <ConfigureProviderDialog provider={opened.provider} onClose={close} />
      )}
      {opened?.action === 'paybill' && <PaybillDialog provider={opened.provider} onClose={close} />}
      {opened?.action === 'payouts' && <PayoutSettingsDialog provider={opened.provider} onClose={close} />}
      {opened?.action === 'remove' && <RemoveDialog provider={opened.provider} onClose={close} />}
    </Stack>
  );
}

interface ProviderCardProps {
  provider: ProviderConfig;
  onOpen: (action: Opened['action']) => void;
}

function ProviderCard({ provider, onOpen }: ProviderCardProps): ReactNode {
  const { t, word } = useWords();
  const {
    name,
    title,
    configured,
    currencies,
    capabilities,
    credentials,
    credential_fields,
    webhook_url,
    paybill,
  } = provider;
  // Only the owner changes them.
  const can_set_payouts = useRole() === 'owner' && configured && capabilities.payouts;
  // Providers that are no company have a translated name.
  const usual_name = word('provider', name, title);
  const can = (Object.keys(capabilities) as (keyof typeof capabilities)[]).filter(
    (each) => capabilities[each],
  );
  return (
    <Paper withBorder p="md" className="panel" component="section" aria-label={usual_name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {usual_name}
          </Title>
          <Status status={configured ? 'ready' : 'not_configured'} />
        </Group>
        <Facts
          facts={[
            [t('settings.currencies'), currencies.join(', ')],
            [
              t('settings.capabilities'),
              can.length === 0 ? '–' : raised(can.map((each) => word('capability', each)).join(', ')),
            ],
            ...credential_fields.map(
              (field) => [word('credential', field.name), credentials?.[field.name]] as const,
            ),
            [t('settings.webhook_url'), webhook_url ?? undefined],
            [
              t('settings.paybill'),
              paybill === null ? undefined : <Status key="paybill" status={paybill.enabled ? 'on' : 'off'} />,
            ],
          ]}
        />
        {(credential_fields.length > 0 || can_set_payouts) && (
          <Group gap="xs">
            {credential_fields.length > 0 && (
              <Button size="xs" variant="default" onClick={() => onOpen('configure')}>
                {credentials === null ? t('settings.configure') : t('settings.replace_credentials')}
              </Button>
            )}
            {can_set_payouts && (
              <Button size="xs" variant="default" onClick={() => onOpen('payouts')}>
                {t('nav.payouts')}
              </Button>
            )}
            {credentials !== null && (
              <Button size="xs" variant="default" onClick={() => onOpen('remove')}>
                {t('settings.delete_credentials')}
              </Button>
            )}
            {paybill !== null && configured && (
              <Button size="xs" variant="default" onClick={() => onOpen('paybill')}>
                {t('settings.paybill')}
              </Button>
            )}
            {webhook_url !== null && (
              <CopyButton size="xs" text={webhook_url} label={t('settings.copy_webhook_url')} />
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function RemoveDialog({ provider, onClose }: { provider: ProviderConfig; onClose: () => void }): ReactNode {
  const { t, word } = useWords();
  const { environment } = usePlace();
  const project = useProjectId();
  return (
    <ConfirmDialog
      title={t('settings.delete_credentials_question', {
        name: word('provider', provider.name, provider.title),
      })}
      verb={t('settings.delete_credentials')}
      operation="projects.providers.delete"
      input={{ project, provider: provider.name, environment }}
      onClose={onClose}
    >
      {provider.credential_fields.every(({ optional }) => optional)
        ? t('settings.delete_optional_means')
        : t('settings.delete_credentials_means')}
    </ConfirmDialog>
  );
}
