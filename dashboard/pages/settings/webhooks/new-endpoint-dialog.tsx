/** Registers an address to which events are sent. */
import { Checkbox, Radio, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { useWords } from '../../../words.ts';
import { EVENT_TYPES } from './event-types.ts';

export interface NewEndpointDialogProps {
  onClose: () => void;
  onCreated: (secret: string) => void;
}

const EMPTY = { url: '', wants: 'all', events: [] as string[] };

export function NewEndpointDialog({ onClose, onCreated }: NewEndpointDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('webhookEndpoints.create', { once: true });
  const form = useForm(submission, EMPTY, ({ url, wants, events }) => ({
    url: url.trim() === '' && t('settings.enter_url'),
    events: wants === 'some' && events.length === 0 && t('settings.choose_events'),
  }));
  const { is_busy } = submission;
  const { url, wants, events } = form.values;
  const create = async (): Promise<void> => {
    const chosen = wants === 'all' ? ['*'] : events;
    const answer = await submission.submit({ url: url.trim(), events: chosen });
    if (answer?.data.secret !== undefined) onCreated(answer.data.secret);
  };
  return (
    <SubmitDialog
      form={form}
      title={t('settings.new_endpoint')}
      submitLabel={t('settings.create')}
      onSubmit={create}
      onClose={onClose}
      size="lg"
    >
      <TextField label={t('settings.url')} type="url" placeholder="https://" isFirst {...form.field('url')} />
      <Radio.Group
        label={t('settings.events')}
        value={wants}
        onChange={(chosen) => form.change({ wants: chosen })}
        error={form.field('events').error}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="all" label={t('settings.all_events')} disabled={is_busy} />
          <Radio value="some" label={t('settings.some_events')} disabled={is_busy} />
        </Stack>
      </Radio.Group>
      {wants === 'some' && (
        <Checkbox.Group
          value={events}
          onChange={form.field('events').onChange}
          aria-label={t('settings.some_events')}
        >
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
