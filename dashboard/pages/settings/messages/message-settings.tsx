/** Who sends messages to members, and what these say. */
import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useFilter } from '../../../forms/filters/filters.ts';
import type { MessageSender, NotificationTemplate } from '../../../generated/wire.ts';
import { usePlace, useProjectId } from '../../../session/place.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/faults/loaded.tsx';
import { LANGUAGES, useWords, type Language } from '../../../words.ts';
import { SenderDialog } from './sender-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';

export function MessageSettings(): ReactNode {
  const { t, word } = useWords();
  const { environment } = usePlace();
  const project = useProjectId();
  const reading = useRead('projects.senders.list', { project, environment });
  const [opened, setOpened] = useState<MessageSender | null>(null);
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        {t('messages.senders_hint', { environment: word('environment', environment) })}
      </Text>
      <Loaded reading={reading}>
        {({ senders }) => (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            {senders.map((sender) => (
              <SenderCard key={sender.channel} sender={sender} onChange={() => setOpened(sender)} />
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      <Templates />
      {opened && <SenderDialog sender={opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

function SenderCard({ sender, onChange }: { sender: MessageSender; onChange: () => void }): ReactNode {
  const { t, word } = useWords();
  const { quiet_hours, segment_price, segment_currency, report_url, credentials } = sender;
  const name = word('channel', sender.channel);
  return (
    <Paper withBorder p="md" className="panel" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {name}
          </Title>
          <Button size="xs" variant="default" onClick={onChange}>
            {t('messages.change_sender', { channel: name })}
          </Button>
        </Group>
        <Facts
          facts={[
            [t('messages.sender'), word('message_sender', sender.sender)],
            ...Object.entries(credentials).map(
              ([field, value]) => [word('sender_credential', field), value] as const,
            ),
            [t('messages.language'), LANGUAGES[sender.language as Language]],
            [
              t('messages.quiet_hours'),
              quiet_hours === null ? undefined : `${quiet_hours.from} – ${quiet_hours.to}`,
            ],
            [
              t('messages.segment_price'),
              segment_price === null ? undefined : `${segment_price} ${segment_currency}`,
            ],
          ]}
        />
        {report_url !== null && <CopyButton text={report_url} label={t('messages.copy_report_url')} />}
      </Stack>
    </Paper>
  );
}

function Templates(): ReactNode {
  const { t, word, language: shown } = useWords();
  const [language, changeLanguage] = useFilter('language', shown);
  const reading = useRead('sacco.notificationTemplates.list', { language: language as Language });
  const [opened, setOpened] = useState<NotificationTemplate | null>(null);
  return (
    <Stack>
      <Title order={2} size="h4">
        {t('messages.templates')}
      </Title>
      <Choice<string>
        label={t('messages.language')}
        options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={language}
        onChange={changeLanguage}
      />
      <Loaded reading={reading}>
        {({ notification_templates }) => (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            {notification_templates.map((each) => (
              <Paper
                key={each.template}
                withBorder
                p="md"
                className="panel"
                component="section"
                aria-label={word('message_template', each.template)}
              >
                <Stack gap="xs">
                  <Group justify="space-between">
                    <Title order={3} size="h5">
                      {word('message_template', each.template)}
                    </Title>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t('messages.edit_template', {
                        name: word('message_template', each.template),
                      })}
                      onClick={() => setOpened(each)}
                    >
                      {t('messages.edit')}
                    </Button>
                  </Group>
                  <Text size="sm" className="breakable">
                    {each.preview.text}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {t('messages.segments_of', { count: each.preview.segments })}
                  </Text>
                </Stack>
              </Paper>
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      {opened && <TemplateDialog template={opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}
