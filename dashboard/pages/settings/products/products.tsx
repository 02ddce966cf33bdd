/** The loan products, which are defined and retired. */
import { Button, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCooperative } from '../../../api/me.ts';
import { useList } from '../../../api/reads.ts';
import type { LoanProduct } from '../../../generated/wire.ts';
import { formatBps } from '../../../money/money.rules.ts';
import { Money } from '../../../money/money.tsx';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import { Loading } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { Explained } from '../../../ui/page/explained.tsx';
import { useWords } from '../../../words.ts';
import { DefineProductDialog } from './define-product-dialog.tsx';
import { formatMultiple } from '../figures.ts';

export function Products(): ReactNode {
  const { t, word } = useWords();
  const cooperative = useCooperative();
  const list = useList('sacco.loanProducts.list', {});
  const [is_defining, setDefining] = useState(false);
  const [retiring, setRetiring] = useState<LoanProduct | null>(null);
  if (cooperative === null) return <Text>{t('settings.cooperative_first')}</Text>;
  if (cooperative === undefined) return <Loading />;
  const { currency } = cooperative;
  return (
    <Stack>
      <Explained text={t('settings.products_hint')}>
        <Button onClick={() => setDefining(true)}>{t('settings.define_product')}</Button>
      </Explained>
      <ListTable
        currency={currency}
        name={t('settings.products')}
        list={list}
        empty={<Empty what="empty.products" />}
        rowKey={({ id }) => id}
        columns={[
          { header: t('settings.name'), cell: ({ name }) => name },
          {
            header: t('loans.rate'),
            cell: ({ rate_bps, method }) => (
              <>
                {formatBps(rate_bps)}
                <Text size="xs" c="dimmed">
                  {word('loan_method', method)}
                </Text>
              </>
            ),
          },
          {
            header: t('settings.amounts'),
            isFigure: true,
            cell: (product) => (
              <>
                <Money minor={product.min_amount_minor} currency={currency} />
                <br />
                <Money minor={product.max_amount_minor} currency={currency} />
              </>
            ),
          },
          {
            header: t('loans.term'),
            cell: ({ min_term, max_term, frequency }) =>
              `${min_term}–${max_term}, ${word('loan_frequency', frequency)}`,
          },
          { header: t('settings.conditions'), cell: (product) => <Conditions product={product} /> },
          { header: t('loans.status'), cell: ({ status }) => <Status status={status} /> },
          {
            header: t('settings.action'),
            cell: (product) =>
              product.status === 'active' && (
                <Button size="xs" variant="default" onClick={() => setRetiring(product)}>
                  {t('settings.retire')}
                </Button>
              ),
          },
        ]}
      />
      {is_defining && <DefineProductDialog currency={currency} onClose={() => setDefining(false)} />}
      {retiring && <RetireDialog product={retiring} onClose={() => setRetiring(null)} />}
    </Stack>
  );
}

/** A product's conditions besides amount and term, and its costs. */
function Conditions({ product }: { product: LoanProduct }): ReactNode {
  const { t } = useWords();
  const { savings_multiple_bps, min_guarantors, guarantee_coverage_bps, fee_bps, penalty_bps } = product;
  const lines = [
    savings_multiple_bps === null
      ? null
      : t('settings.savings_times', { times: formatMultiple(savings_multiple_bps) }),
    min_guarantors === 0 ? null : t('settings.guarantors_wanted', { count: min_guarantors }),
    guarantee_coverage_bps === 0 ? null : t('settings.covered', { share: formatBps(guarantee_coverage_bps) }),
    fee_bps === 0 ? null : t('settings.fee_of', { share: formatBps(fee_bps) }),
    penalty_bps === 0 ? null : t('settings.penalty_of', { share: formatBps(penalty_bps) }),
  ].filter((line) => line !== null);
  if (lines.length === 0) return '–';
  return (
    <Text size="sm" component="div">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Text>
  );
}

function RetireDialog({ product, onClose }: { product: LoanProduct; onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      title={t('settings.retire_question', { name: product.name })}
      verb={t('settings.retire')}
      operation="sacco.loanProducts.retire"
      input={{ loan_product: product.id }}
      onClose={onClose}
    >
      {t('settings.retire_means')}
    </ConfirmDialog>
  );
}
