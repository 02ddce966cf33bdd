/** Loans by how late they are, the provision that they require, and the request for it. */
import { Button, SimpleGrid, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useIsManager } from '../../api/me.ts';
import type { Ageing } from '../../generated/wire.ts';
import { formatBps, formatMoney } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { MemoDialog } from '../../movement/memo-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { Moment, useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { ClassesDialog } from './classes-dialog.tsx';
import { ReportFrame } from './report-frame.tsx';

export function AgeingTab(): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const is_manager = useIsManager();
  const [opened, setOpened] = useState<'provide' | 'classes' | null>(null);
  return (
    <ReportFrame
      report="sacco.reports.ageing"
      input={{}}
      fileName={`ageing-${today}`}
      actions={
        <>
          <Button onClick={() => setOpened('provide')}>{t('reports.provide')}</Button>
          {is_manager && (
            <Button variant="default" onClick={() => setOpened('classes')}>
              {t('reports.change_classes')}
            </Button>
          )}
        </>
      }
    >
      {(ageing, currency) => (
        <>
          <Text size="sm" c="dimmed" className="sentence">
            {t('reports.as_of')} <Moment at={ageing.as_of} />
          </Text>
          <Cards ageing={ageing} currency={currency} />
          <Classes ageing={ageing} currency={currency} />
          {opened === 'provide' && (
            <ProvideDialog ageing={ageing} currency={currency} onClose={() => setOpened(null)} />
          )}
          {opened === 'classes' && <ClassesDialog classes={ageing.classes} onClose={() => setOpened(null)} />}
        </>
      )}
    </ReportFrame>
  );
}

interface AgeingProps {
  ageing: Ageing;
  currency: string;
}

function Cards({ ageing, currency }: AgeingProps): ReactNode {
  const { t } = useWords();
  const share = (bps: number): string => t('portfolio.par_hint', { share: formatBps(bps) });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 5 }}>
      <FigureCard label={t('portfolio.principal_outstanding')}>
        <Money minor={ageing.outstanding_minor} currency={currency} />
      </FigureCard>
      <FigureCard label={t('reports.required')}>
        <Money minor={ageing.provision_minor} currency={currency} />
      </FigureCard>
      <FigureCard label={t('reports.allowance')}>
        <Money minor={ageing.allowance_minor} currency={currency} />
      </FigureCard>
      <FigureCard label="PAR30" hint={share(ageing.par30_bps)}>
        <Money minor={ageing.par30_minor} currency={currency} />
      </FigureCard>
      <FigureCard label="PAR90" hint={share(ageing.par90_bps)}>
        <Money minor={ageing.par90_minor} currency={currency} />
      </FigureCard>
    </SimpleGrid>
  );
}

function Classes({ ageing, currency }: AgeingProps): ReactNode {
  const { t, word } = useWords();
  const money = (minor: number | bigint): ReactNode => <Money minor={minor} currency={currency} />;
  return (
    <DataTable
      currency={currency}
      name={t('reports.classes')}
      showName
      rows={ageing.classes}
      rowKey={({ name }) => name}
      columns={[
        { header: t('reports.class'), cell: ({ name }) => word('loan_class', name) },
        { header: t('reports.from_days'), isFigure: true, cell: ({ from_days }) => from_days },
        { header: t('reports.rate'), isFigure: true, cell: ({ rate_bps }) => formatBps(rate_bps) },
        { header: t('nav.loans'), isFigure: true, cell: ({ loans }) => loans },
        {
          header: t('reports.outstanding'),
          isFigure: true,
          cell: ({ outstanding_minor }) => money(outstanding_minor),
        },
        { header: t('reports.overdue'), isFigure: true, cell: ({ overdue_minor }) => money(overdue_minor) },
        {
          header: t('reports.provision'),
          isFigure: true,
          cell: ({ provision_minor }) => money(provision_minor),
        },
      ]}
    />
  );
}

function ProvideDialog({ ageing, currency, onClose }: AgeingProps & { onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <MemoDialog
      title={t('reports.provide')}
      verb={t('reports.request_provision')}
      operation="sacco.provisions.create"
      input={{}}
      done={t('reports.provided')}
      onClose={onClose}
    >
      {t('reports.provide_means', {
        required: formatMoney(ageing.provision_minor, currency),
        allowance: formatMoney(ageing.allowance_minor, currency),
      })}
    </MemoDialog>
  );
}
