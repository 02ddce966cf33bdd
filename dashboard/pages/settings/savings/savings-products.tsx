/** The savings products, which are defined and retired. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCooperative } from '../../../api/me.ts';
import { useList } from '../../../api/reads.ts';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import type { SavingsProduct } from '../../../generated/wire.ts';
import { formatBps, formatMoney } from '../../../money/money.rules.ts';
import { Loading } from '../../../ui/data-table.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { Explained } from '../../../ui/page/explained.tsx';
import { useWords } from '../../../words.ts';
import { saySaved } from '../say-saved.ts';
import { DefineSavingsProductDialog } from './define-savings-product-dialog.tsx';

export function SavingsProducts(): ReactNode {
  const { t, word } = useWords();
  const cooperative = useCooperative();
  const list = useList('sacco.savingsProducts.list', {});
  const [is_defining, setDefining] = useState(false);
  const [retiring, setRetiring] = useState<SavingsProduct | null>(null);
  const [preferred, prefer] = useState<SavingsProduct | null>(null);
  if (cooperative === null) return <Text>{t('settings.cooperative_first')}</Text>;
  if (cooperative === undefined) return <Loading />;
  const { currency, savings_product_id } = cooperative;
  return (
    <Stack>
      <Explained text={t('savings.products_hint')}>
        <Button onClick={() => setDefining(true)}>{t('savings.define_product')}</Button>
      </Explained>
      <ListTable
        currency={currency}
        name={t('savings.products')}
        list={list}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('settings.name'),
            cell: ({ id, name }) => (
              <>
                {name}{' '}
                {id === savings_product_id && (
                  <Badge variant="light" radius="sm" className="status">
                    {t('savings.default')}
                  </Badge>
                )}
              </>
            ),
          },
          { header: t('savings.kind'), cell: ({ kind }) => word('savings_kind', kind) },
          {
            header: t('settings.conditions'),
            cell: (product) => <Conditions product={product} currency={currency} />,
          },
          { header: t('loans.status'), cell: ({ status }) => <Status status={status} /> },
          {
            header: t('settings.action'),
            cell: (product) =>
              product.status === 'active' &&
              product.id !== savings_product_id && (
                <Group gap="xs">
                  {product.kind === 'regular' && (
                    <Button size="xs" variant="default" onClick={() => prefer(product)}>
                      {t('savings.make_default')}
                    </Button>
                  )}
                  <Button size="xs" variant="default" onClick={() => setRetiring(product)}>
                    {t('settings.retire')}
                  </Button>
                </Group>
              ),
          },
        ]}
      />
      {is_defining && <DefineSavingsProductDialog currency={currency} onClose={() => setDefining(false)} />}
      {preferred && (
        <ConfirmDialog
          title={t('savings.make_default_question', { name: preferred.name })}
          verb={t('savings.make_default')}
          operation="sacco.settings.put"
          input={{ savings_product_id: preferred.id }}
          onClose={() => prefer(null)}
          onDone={(settings) => saySaved(t, settings)}
          isDanger={false}
        >
          {t('savings.make_default_means')}
        </ConfirmDialog>
      )}
      {retiring && (
        <ConfirmDialog
          title={t('settings.retire_question', { name: retiring.name })}
          verb={t('settings.retire')}
          operation="sacco.savingsProducts.retire"
          input={{ savings_product: retiring.id }}
          onClose={() => setRetiring(null)}
        >
          {t('savings.retire_means')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function Conditions({ product, currency }: { product: SavingsProduct; currency: string }): ReactNode {
  const { t, word } = useWords();
  const money = (minor: number): string => formatMoney(minor, currency);
  const lines = [
    product.term_days === null
      ? null
      : t('savings.fixed_terms', { rate: formatBps(product.rate_bps), count: product.term_days }),
    product.at_maturity === null ? null : word('at_maturity', product.at_maturity),
    product.min_opening_minor > 0
      ? t('savings.opened_with', { amount: money(product.min_opening_minor) })
      : null,
    product.min_balance_minor > 0 ? t('savings.keeps', { amount: money(product.min_balance_minor) }) : null,
    product.notice_days > 0 ? t('savings.notice_of', { count: product.notice_days }) : null,
    product.early_fee_bps > 0 ? t('savings.early_fee_of', { share: formatBps(product.early_fee_bps) }) : null,
    product.withdrawal_fee_minor > 0
      ? t('savings.withdrawal_fee_of', { amount: money(product.withdrawal_fee_minor) })
      : null,
    product.monthly_fee_minor > 0
      ? t('savings.monthly_fee_of', { amount: money(product.monthly_fee_minor) })
      : null,
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
