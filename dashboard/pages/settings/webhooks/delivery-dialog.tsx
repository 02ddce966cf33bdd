/** What is sent to an endpoint, and each attempt at it. */
import { Code, Modal, Stack } from '@mantine/core';
import { writeJson } from '@ushirika/sdk/transport';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import { DataTable, Loading } from '../../../ui/data-table.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';

export function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const { data, error } = useRead('webhookDeliveries.get', { webhook_delivery: id });
  return (
    <Modal
      opened
      onClose={onClose}
      title={data?.type ?? t('settings.payload')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {error && <ErrorAlert error={error} />}
      {!data && !error && <Loading />}
      {data && (
        <Stack>
          {/* Focusable, so that a keyboard can scroll it. */}
          <Code block className="payload" tabIndex={0} role="region" aria-label={t('settings.payload')}>
            {writeJson(data.payload, 2)}
          </Code>
          <DataTable
            name={t('settings.attempts')}
            showName
            rows={data.attempts}
            rowKey={({ at }) => at}
            columns={[
              { header: t('settings.at'), cell: ({ at }) => <Moment at={at} /> },
              { header: t('settings.answer'), cell: ({ status_code }) => status_code ?? '–' },
              { header: t('settings.error'), cell: (attempt) => attempt.error ?? '–' },
            ]}
          />
        </Stack>
      )}
    </Modal>
  );
}
