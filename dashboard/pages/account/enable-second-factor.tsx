/** Turning the second factor on: a code to scan, recovery codes to keep, and a first code as proof. */
import { Code, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { renderSVG } from 'uqr';
import { useSubmission } from '../../api/submission.ts';
import type { TotpEnrolment, TotpStatus } from '../../generated/wire.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export function EnableSecondFactor({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const enrolment = useSubmission<TotpEnrolment>({ key: 'none' });
  const confirmation = useSubmission<TotpStatus>({ key: 'none' });
  const [code, setCode] = useState('');
  const { submit: begin } = enrolment;
  useEffect(() => void begin({ path: '/api/auth/totp' }), [begin]);
  const { error } = confirmation;
  const confirm = async (): Promise<void> => {
    const answer = await confirmation.submit({ path: '/api/auth/totp/confirm', body: { code: code.trim() } });
    if (!answer) return;
    sayDone(t('account.factor_turned_on'));
    onClose();
  };
  return (
    <SubmitDialog
      title={t('account.turn_on')}
      opened
      onClose={onClose}
      submission={confirmation}
      submit_label={t('account.confirm')}
      busy_label={t('submit.working')}
      onSubmit={() => void confirm()}
      disabled={!enrolment.data}
      shown_fields={['code']}
    >
      <ErrorAlert error={enrolment.error} />
      {enrolment.is_busy && <Loading />}
      {enrolment.data && (
        <Secret enrolment={enrolment.data}>
          <TextInput
            label={t('sign_in.code')}
            description={t('account.first_code')}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={fieldError(error, 'code')}
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
