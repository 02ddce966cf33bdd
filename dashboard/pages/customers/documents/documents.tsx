/** The documents that prove who a customer is: added, reviewed, and their numbers shown on demand. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import type { Customer, Document } from '../../../generated/wire.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { LocalDate } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';
import { AddDocument } from './add-document.tsx';
import { DocumentNumber } from './document-number.tsx';
import { ReviewDocument, type Decision } from './review-document.tsx';

export function Documents({ customer }: { customer: Customer }): ReactNode {
  const { t, word } = useWords();
  const list = useList('customers.documents.list', { customer: customer.id });
  const [is_adding, setIsAdding] = useState(false);
  const [review, setReview] = useState<{ document: Document; decision: Decision } | null>(null);
  const is_open = customer.status !== 'closed';
  const columns: Column<Document>[] = [
    {
      header: t('documents.type'),
      cell: ({ doc_type, file_id, file_url }) => (
        <Stack gap={2} component="span" display="inline-flex">
          <span>{word('doc_type', doc_type)}</span>
          {file_id !== null && <FileButton fileId={file_id} label={t('documents.open_file')} />}
          {file_url !== null && (
            <Anchor href={file_url} target="_blank" rel="noopener noreferrer" size="sm">
              {t('documents.open_file')}
            </Anchor>
          )}
        </Stack>
      ),
    },
    {
      header: t('documents.number'),
      cell: (document) => <DocumentNumber customerId={customer.id} document={document} />,
    },
    { header: t('documents.country'), cell: ({ issuing_country }) => issuing_country ?? '–' },
    {
      header: t('documents.expires'),
      cell: ({ expires_on }) => (expires_on === null ? '–' : <LocalDate date={expires_on} />),
    },
    { header: t('documents.status'), cell: (document) => <Reviewed document={document} /> },
    {
      header: t('documents.review'),
      cell: (document) =>
        document.status === 'pending' && is_open ? (
          <Group gap="xs" className="row-actions">
            <Button size="xs" variant="light" onClick={() => setReview({ document, decision: 'accept' })}>
              {t('documents.accept')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setReview({ document, decision: 'reject' })}>
              {t('documents.reject')}
            </Button>
          </Group>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <Section
      title={t('documents.title')}
      actions={
        is_open && (
          <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
            {t('documents.add')}
          </Button>
        )
      }
    >
      <ListTable
        name={t('documents.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<Empty what="empty.documents" />}
      />
      {is_adding && <AddDocument customer={customer} onClose={() => setIsAdding(false)} />}
      {review && <ReviewDocument {...review} customerId={customer.id} onClose={() => setReview(null)} />}
    </Section>
  );
}

function Reviewed({ document: { status, note, reviewed_by } }: { document: Document }): ReactNode {
  return (
    <Stack gap={2} align="flex-start" component="span" display="inline-flex">
      <Status status={status} />
      {reviewed_by && (
        <Text span size="xs" c="dimmed">
          {reviewed_by.name}
        </Text>
      )}
      {note !== null && (
        <Text span size="xs">
          {note}
        </Text>
      )}
    </Stack>
  );
}
