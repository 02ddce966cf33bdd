/** The guarantors of a loan and their pledges: up to ten members. */
import { ActionIcon, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AmountField } from '../../money/amount-field.tsx';
import { useWords } from '../../words.ts';
import { emptyRow, MAX_GUARANTORS, type Faults, type GuarantorRow } from './application.ts';
import { MemberChoice } from './member-choice.tsx';

export interface GuarantorFieldsProps {
  value: readonly GuarantorRow[];
  onChange: (rows: readonly GuarantorRow[]) => void;
  currency: string;
  /** How many the product requires. */
  wanted: number;
  faults: Faults;
  disabled: boolean;
}

export function GuarantorFields(props: GuarantorFieldsProps): ReactNode {
  const { value: rows, onChange, currency, wanted, faults, disabled } = props;
  const { t } = useWords();
  const change = (key: string, fields: Partial<GuarantorRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  return (
    <Fieldset legend={t('loans.guarantors')} className="guarantors">
      <Stack gap="sm">
        {wanted > 0 && (
          <Text size="sm" c="dimmed">
            {t('loan_application.guarantors_wanted', { count: wanted })}
          </Text>
        )}
        {rows.map((row, i) => (
          <Group key={row.key} gap="xs" align="flex-start" className="guarantor-row">
            <div className="guarantor-member">
              <MemberChoice
                label={t('loan_application.guarantor_no', { no: i + 1 })}
                status="active"
                value={row.member}
                onChange={(member) => change(row.key, { member })}
                error={faults[`guarantors.${i}.member`]}
                disabled={disabled}
              />
            </div>
            <div className="guarantor-pledge">
              <AmountField
                label={t('loan_application.pledge_no', { no: i + 1 })}
                currency={currency}
                value={row.pledge}
                onChange={(pledge) => change(row.key, { pledge })}
                error={faults[`guarantors.${i}.pledge`]}
                disabled={disabled}
              />
            </div>
            {rows.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                mt={28}
                aria-label={t('loan_application.remove_guarantor', { no: i + 1 })}
                disabled={disabled}
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
              >
                <span aria-hidden>×</span>
              </ActionIcon>
            )}
          </Group>
        ))}
        {rows.length < MAX_GUARANTORS && (
          <Button
            variant="default"
            disabled={disabled}
            onClick={() => onChange([...rows, emptyRow()])}
            className="add-guarantor"
          >
            {t('loan_application.add_guarantor')}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
