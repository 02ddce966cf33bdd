/** Who sends messages on a channel, with credentials that are never shown again. */
import { Group, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperative } from '../../../api/me.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { MessageSender } from '../../../generated/wire.ts';
import { usePlace, useProjectId } from '../../../session/place.ts';
import { sayDone } from '../../../ui/toast.ts';
import { LANGUAGES, useWords, type Language } from '../../../words.ts';

type SenderName = 'none' | 'sandbox' | 'africastalking' | 'http' | 'smtp';

const SENDERS: Record<string, readonly SenderName[]> = {
  sms: ['none', 'sandbox', 'africastalking', 'http'],
  email: ['none', 'sandbox', 'smtp'],
};
const LANGUAGE_OPTIONS = (Object.keys(LANGUAGES) as Language[]).map((value) => ({
  value,
  label: LANGUAGES[value],
}));
type CredentialField = 'username' | 'api_key' | 'sender_id' | 'url' | 'body' | 'secret';
const CREDENTIALS: Partial<Record<SenderName, readonly CredentialField[]>> = {
  africastalking: ['username', 'api_key', 'sender_id'],
  http: ['url', 'body', 'secret'],
};
/** Shown as they are stored. */
const OPEN: ReadonlySet<CredentialField> = new Set(['username', 'sender_id']);

export interface SenderDialogProps {
  sender: MessageSender;
  onClose: () => void;
}

export function SenderDialog({ sender: present, onClose }: SenderDialogProps): ReactNode {
  const { t, word } = useWords();
  const { environment } = usePlace();
  const project = useProjectId();
  const currency = useCooperative()?.currency;
  const submission = useSubmit('projects.senders.put');
  const form = useForm(submission, () => initialValues(present));
  const { values } = form;
  const fields = CREDENTIALS[values.sender] ?? [];
  const names = (SENDERS[present.channel] ?? []).filter(
    (name) => name !== 'sandbox' || environment === 'test',
  );
  const isUnchanged = (name: CredentialField, text: string): boolean => present.credentials[name] === text;
  const save = async (): Promise<void> => {
    const filled = fields.map((name) => [name, (values[name] ?? '').trim()] as const);
    const typed = filled.filter(
      ([name, text]) => text !== '' && !(OPEN.has(name) && isUnchanged(name, text)),
    );
    const price = values.segment_price.trim();
    const answer = await submission.submit({
      project,
      channel: present.channel,
      environment,
      sender: values.sender,
      ...(typed.length === 0
        ? {}
        : { credentials: Object.fromEntries(filled.filter(([, text]) => text !== '')) }),
      language: values.language,
      quiet_hours:
        values.quiet_from === '' && values.quiet_to === ''
          ? null
          : { from: values.quiet_from.trim(), to: values.quiet_to.trim() },
      ...(price === '' || currency === undefined ? {} : { segment_price: price, segment_currency: currency }),
    });
    if (!answer) return;
    sayDone(t('settings.saved'));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('messages.change_sender', { channel: word('channel', present.channel) })}
      submitLabel={t('settings.save')}
      onSubmit={save}
      onClose={onClose}
      size="lg"
    >
      <Choice<SenderName>
        label={t('messages.sender')}
        options={names.map((value) => ({ value, label: word('message_sender', value) }))}
        {...form.field('sender')}
      />
      {fields.length > 0 && present.sender === values.sender && (
        <Text size="sm" c="dimmed">
          {t('messages.credentials_kept')}
        </Text>
      )}
      {fields.map((name) => {
        const { onChange, ...field } = form.field(name, `credentials.${name}`);
        const shared = {
          ...field,
          label: word('sender_credential', name),
          autoComplete: 'off',
          spellCheck: false,
        };
        return name === 'body' ? (
          <Textarea
            key={name}
            {...shared}
            description={t('messages.body_hint')}
            rows={3}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <TextField key={name} {...shared} onChange={onChange} />
        );
      })}
      {values.sender !== 'none' && (
        <>
          <Choice<Language>
            label={t('messages.usual_language')}
            options={LANGUAGE_OPTIONS}
            {...form.field('language')}
          />
          <Group grow>
            <TextField
              label={t('messages.quiet_from')}
              placeholder="21:00"
              {...form.field('quiet_from', 'quiet_hours.from')}
            />
            <TextField
              label={t('messages.quiet_to')}
              placeholder="06:30"
              {...form.field('quiet_to', 'quiet_hours.to')}
            />
          </Group>
          {present.channel === 'sms' && (
            <TextField label={t('messages.segment_price')} {...form.field('segment_price')} />
          )}
        </>
      )}
    </SubmitDialog>
  );
}

function initialValues({ sender, credentials, language, quiet_hours, segment_price }: MessageSender) {
  return {
    sender: sender as SenderName,
    username: credentials['username'] ?? '',
    api_key: '',
    sender_id: credentials['sender_id'] ?? '',
    url: '',
    body: '',
    secret: '',
    language: language as Language,
    quiet_from: quiet_hours?.from ?? '',
    quiet_to: quiet_hours?.to ?? '',
    segment_price: segment_price ?? '',
  };
}
