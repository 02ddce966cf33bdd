/** What a member wants to be told, and in which language. */
import { Button, Checkbox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { MemberPreferences } from '../../../generated/wire.ts';
import { LANGUAGES, useWords, type Language } from '../../../words.ts';

const LANGUAGE_OPTIONS = (Object.keys(LANGUAGES) as Language[]).map((value) => ({
  value,
  label: LANGUAGES[value],
}));

export function PreferencesButton({ memberId }: { memberId: string }): ReactNode {
  const { t } = useWords();
  const [is_open, setOpen] = useState(false);
  const { data: preferences } = useRead('sacco.members.preferences.get', { member: memberId });
  return (
    <>
      <Button size="xs" variant="default" disabled={!preferences} onClick={() => setOpen(true)}>
        {t('messages.preferences')}
      </Button>
      {is_open && preferences && (
        <PreferencesDialog preferences={preferences} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface PreferencesDialogProps {
  preferences: MemberPreferences;
  onClose: () => void;
}

function PreferencesDialog({ preferences, onClose }: PreferencesDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.members.preferences.put');
  const form = useForm(submission, {
    language: (preferences.language ?? '') as Language | '',
    sms: preferences.sms,
    email: preferences.email,
  });
  const { language, sms, email } = form.values;
  const save = async (): Promise<void> => {
    const answer = await submission.submit({
      member: preferences.member_id,
      ...(language === '' ? {} : { language }),
      // What was not changed stays undecided.
      ...(sms === preferences.sms ? {} : { sms }),
      ...(email === preferences.email ? {} : { email }),
    });
    if (answer) onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('messages.preferences')}
      submitLabel={t('settings.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <Choice<Language | ''>
        label={t('messages.language')}
        options={[{ value: '', label: t('messages.usual_language') }, ...LANGUAGE_OPTIONS]}
        {...form.field('language')}
      />
      <Checkbox
        label={t('messages.wants_sms')}
        checked={sms}
        disabled={submission.is_busy}
        onChange={(event) => form.change({ sms: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('messages.wants_email')}
        checked={email}
        disabled={submission.is_busy}
        onChange={(event) => form.change({ email: event.currentTarget.checked })}
      />
    </SubmitDialog>
  );
}
