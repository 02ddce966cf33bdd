/** The cooperative's ratios at the end of a day, each beside its goal. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateField } from '../../forms/fields/date-field.tsx';
import { isDate } from '../../forms/fields/date.rules.ts';
import { useFilter } from '../../forms/filters/filters.ts';
import type { Ratios } from '../../generated/wire.ts';
import { formatBps } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useToday } from '../../ui/moment.tsx';
import { useWords, type Words } from '../../words.ts';
import { ReportFrame } from './report-frame.tsx';

type Ratio = Ratios['ratios'][number];

export function RatiosTab(): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const [chosen, choose] = useFilter('as_of', today);
  const as_of = isDate(chosen) ? chosen : today;
  return (
    <ReportFrame
      report="sacco.reports.ratios"
      input={{ as_of }}
      fileName={`ratios-${as_of}`}
      filters={<DateField label={t('accounting.as_of')} value={chosen} onChange={choose} />}
    >
      {({ ratios }, currency) => <RatioTable ratios={ratios} currency={currency} />}
    </ReportFrame>
  );
}

function RatioTable({ ratios, currency }: { ratios: Ratio[]; currency: string }): ReactNode {
  const words = useWords();
  const { t, word } = words;
  const money = (minor: number | bigint | null): ReactNode =>
    minor !== null && <Money minor={minor} currency={currency} />;
  return (
    <DataTable
      currency={currency}
      name={t('reports.ratios')}
      rows={ratios}
      rowKey={({ code }) => code}
      columns={[
        {
          header: t('reports.ratio'),
          cell: ({ code, missing }) => (
            <div>
              {word('ratio', code)} {code.length === 2 && <span className="beside">{code}</span>}
              {missing !== null && (
                <Text size="sm" c="dimmed">
                  {word('ratio_missing', missing)}
                </Text>
              )}
            </div>
          ),
        },
        {
          header: t('reports.numerator'),
          isFigure: true,
          cell: ({ numerator_minor }) => money(numerator_minor),
        },
        {
          header: t('reports.denominator'),
          isFigure: true,
          cell: ({ denominator_minor }) => money(denominator_minor),
        },
        {
          header: t('reports.value'),
          isFigure: true,
          cell: ({ value_bps }) => value_bps !== null && formatBps(value_bps),
        },
        {
          header: t('reports.goal'),
          cell: ({ goal, met }) => (
            <div>
              {goalText(words, goal)}
              {met !== null && (
                <Text size="sm" fw={600} c={met ? undefined : 'red'}>
                  {t(met ? 'reports.goal_met' : 'reports.goal_missed')}
                </Text>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

function goalText({ t }: Words, { at_least_bps, at_most_bps }: Ratio['goal']): string {
  if (at_most_bps === null) return t('reports.at_least', { share: formatBps(at_least_bps ?? 0) });
  if (at_least_bps === null) return t('reports.at_most', { share: formatBps(at_most_bps) });
  return t('reports.between', { least: formatBps(at_least_bps), most: formatBps(at_most_bps) });
}
