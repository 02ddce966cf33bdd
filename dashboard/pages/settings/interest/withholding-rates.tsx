/** The rates of the tax that is withheld from interest on deposits and dividends, each from a day on. */
import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { DateField } from '../../../forms/fields/date-field.tsx';
import { PercentField } from '../../../forms/fields/percent-field.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitForm } from '../../../forms/submit-form.tsx';
import type { SaccoSettings } from '../../../generated/wire.ts';
import { parsePercent, percentText } from '../../../money/money.rules.ts';
import { useToday } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';
import { saySaved } from '../say-saved.ts';

const KINDS = ['deposit_interest', 'dividend'] as const;

interface Row {
  key: string;
  kind: string;
  rate: string;
  from: string;
}

export function WithholdingRates({ settings }: { settings: SaccoSettings }): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const submission = useSubmit('sacco.settings.put');
  const form = useForm(
    submission,
    () => ({
      rows: settings.withholding.map(({ kind, bps, from }): Row => ({
        key: crypto.randomUUID(),
        kind,
        rate: percentText(bps),
        from,
      })),
    }),
    ({ rows }) => ({ rows: !rows.every(isReadable) && t('interest.rates_unreadable') }),
    { version: JSON.stringify(settings.withholding) },
  );
  const { rows } = form.values;
  const setRows = (changed: Row[]): void => form.change({ rows: changed });
  const save = async (): Promise<void> => {
    const withholding = rows.map(({ kind, rate, from }) => ({ kind, bps: parsePercent(rate) ?? 0, from }));
    const answer = await submission.submit({ withholding });
    if (!answer) return;
    form.keep();
    saySaved(t, answer.data);
  };
  const { error } = form.field('rows', 'withholding');
  return (
    <Paper withBorder p="lg" maw={640} className="panel">
      <Title order={2} size="h4">
        {t('interest.rates')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('interest.rates_hint')}
      </Text>
      <SubmitForm
        form={form}
        submitLabel={t('interest.save_rates')}
        onSubmit={save}
        beside={
          <Button
            variant="default"
            disabled={submission.is_busy}
            onClick={() =>
              setRows([...rows, { key: crypto.randomUUID(), kind: KINDS[0], rate: '', from: today }])
            }
          >
            {t('interest.add_rate')}
          </Button>
        }
      >
        {rows.length === 0 && <Text size="sm">{t('interest.no_rates')}</Text>}
        <Stack gap="md">
          {rows.map((row, at) => (
            <RateFields
              key={row.key}
              row={row}
              no={at + 1}
              faultAt={(name) => form.faultAt(`withholding[${at}].${name}`)}
              isBusy={submission.is_busy}
              onChange={(change) =>
                setRows(rows.map((each) => (each.key === row.key ? { ...each, ...change } : each)))
              }
              onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
            />
          ))}
        </Stack>
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
      </SubmitForm>
    </Paper>
  );
}

const isReadable = ({ rate, from }: Row): boolean => parsePercent(rate) !== undefined && from !== '';

interface RateFieldsProps {
  row: Row;
  /** From 1. */
  no: number;
  faultAt: (name: 'kind' | 'bps' | 'from') => string | undefined;
  isBusy: boolean;
  onChange: (change: Partial<Row>) => void;
  onRemove: () => void;
}

function RateFields({ row, no, faultAt, isBusy, onChange, onRemove }: RateFieldsProps): ReactNode {
  const { t, word } = useWords();
  return (
    <div role="group" aria-label={t('interest.rate_no', { no })}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" className="top-aligned">
        <Choice<string>
          label={t('interest.kind')}
          options={KINDS.map((value) => ({ value, label: word('taxed_kind', value) }))}
          value={row.kind}
          onChange={(kind) => onChange({ kind })}
          error={faultAt('kind')}
          disabled={isBusy}
        />
        <PercentField
          label={t('interest.tax_rate')}
          value={row.rate}
          onChange={(rate) => onChange({ rate })}
          error={faultAt('bps')}
          disabled={isBusy}
        />
        <DateField
          label={t('interest.rate_from')}
          value={row.from}
          onChange={(from) => onChange({ from })}
          error={faultAt('from')}
          disabled={isBusy}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt={4}>
        <Button variant="subtle" size="xs" disabled={isBusy} onClick={onRemove}>
          {t('interest.remove_rate', { no })}
        </Button>
      </Group>
    </div>
  );
}
