/** Registering an address to which events are sent. */
import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { WebhookEndpoint } from '../../generated/wire.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { EVENT_TYPES } from './event-types.ts';

export interface NewEndpointDialogProps {
  onClose: () => void;
  onCreated: (secret: string) => void;
}

export function NewEndpointDialog({ onClose, onCreated }: NewEndpointDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<WebhookEndpoint>({ key: 'once' });
  const [url, setUrl] = useState('');
  const [wants, setWants] = useState<'all' | 'some'>('all');
  const [events, setEvents] = useState<string[]>([]);
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const lacks_url = url.trim() === '';
  const lacks_events = wants === 'some' && events.length === 0;
  const create = async (): Promise<void> => {
    setWasSent(true);
    if (lacks_url || lacks_events) return;
    const body = { url: url.trim(), events: wants === 'all' ? ['*'] : events };
    const answer = await submission.submit({ path: '/api/v1/webhook-endpoints', body });
    if (answer?.data.secret !== undefined) onCreated(answer.data.secret);
  };
  return (
    <SubmitDialog
      title={t('settings.new_endpoint')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('settings.create')}
      busy_label={t('submit.working')}
      onSubmit={() => void create()}
      shown_fields={['url', 'events']}
      size="lg"
    >
      <TextInput
        label={t('settings.url')}
        type="url"
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        error={was_sent && lacks_url ? t('settings.enter_url') : fieldError(error, 'url')}
        autoComplete="off"
        disabled={is_busy}
        data-autofocus
      />
      <Radio.Group
        label={t('settings.events')}
        value={wants}
        onChange={setWants}
        error={was_sent && lacks_events ? t('settings.choose_events') : fieldError(error, 'events')}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="all" label={t('settings.all_events')} disabled={is_busy} />
          <Radio value="some" label={t('settings.some_events')} disabled={is_busy} />
        </Stack>
      </Radio.Group>
      {wants === 'some' && (
        <Checkbox.Group value={events} onChange={setEvents} aria-label={t('settings.some_events')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {EVENT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={type} disabled={is_busy} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </SubmitDialog>
  );
}
