/** Turns the second factor on: a code to scan, recovery codes to keep, and a first code as proof. */
import { Code, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { renderSVG } from 'uqr';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import type { TotpEnrolment } from '../../generated/wire.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export function EnableSecondFactor({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const enrolment = useSubmit('auth.totp.begin');
  const confirmation = useSubmit('auth.totp.confirm');
  const form = useForm(confirmation, { code: '' });
  const { submit: begin } = enrolment;
  useEffect(() => void begin({}), [begin]);
  const confirm = async (): Promise<void> => {
    if (!(await confirmation.submit({ code: form.values.code.trim() }))) return;
    sayDone(t('account.factor_turned_on'));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('account.turn_on')}
      submitLabel={t('account.confirm')}
      onSubmit={confirm}
      onClose={onClose}
      disabled={!enrolment.data}
    >
      <ErrorAlert error={enrolment.error} />
      {enrolment.is_busy && <Loading />}
      {enrolment.data && (
        <Secret enrolment={enrolment.data}>
          <TextField
            label={t('sign_in.code')}
            description={t('account.first_code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.field('code')}
            disabled={false}
          />
        </Secret>
      )}
    </SubmitDialog>
  );
}

function Secret({ enrolment, children }: { enrolment: TotpEnrolment; children: ReactNode }): ReactNode {
  const { t } = useWords();
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(enrolment.otpauth_url, { border: 2 }))}`;
  return (
    <Stack gap="sm">
      <Text size="sm">{t('account.scan')}</Text>
      <Group justify="center">
        <img src={picture} alt={t('account.qr_code')} width={180} height={180} />
      </Group>
      <Text size="sm">
        {t('account.or_type')} <Code className="secret">{enrolment.secret}</Code>
      </Text>
      <Text size="sm" fw={600}>
        {t('account.recovery_codes')}
      </Text>
      <List size="sm" className="recovery-codes" listStyleType="none">
        {enrolment.recovery_codes.map((each) => (
          <List.Item key={each}>
            <Code>{each}</Code>
          </List.Item>
        ))}
      </List>
      {children}
    </Stack>
  );
}
