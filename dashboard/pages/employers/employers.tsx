/** Employers that deduct contributions and installments from wages. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';

export function Employers(): ReactNode {
  const { t } = useWords();
  const [is_new, setNew] = useState(false);
  const employers = useList('sacco.employers.list', {});
  return (
    <Page
      title={t('employers.title')}
      back={{ href: '/treasury', label: t('nav.treasury') }}
      actions={<Button onClick={() => setNew(true)}>{t('employers.new')}</Button>}
    >
      <ListTable
        isMain
        opensRows
        name={t('employers.title')}
        list={employers}
        empty={<Empty what="empty.employers" />}
        rowKey={({ id }) => id}
        columns={[
          { header: t('employers.code'), cell: ({ code }) => code },
          {
            header: t('employers.name'),
            cell: ({ id, name }) => <Link href={`/employers/${id}`}>{name}</Link>,
          },
          { header: t('employers.pay_day'), isFigure: true, cell: ({ pay_day }) => pay_day },
        ]}
      />
      {is_new && <EmployerDialog onClose={() => setNew(false)} />}
    </Page>
  );
}

const LAST_DAY = 31;

function EmployerDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.employers.create', { once: true });
  const dayOf = (text: string): number => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : 0);
  const form = useForm(submission, { name: '', code: '', pay_day: '' }, ({ name, code, pay_day }) => ({
    name: name.trim() === '' && t('employers.name_it'),
    code: code.trim() === '' && t('employers.give_code'),
    pay_day: (dayOf(pay_day) < 1 || dayOf(pay_day) > LAST_DAY) && t('employers.give_pay_day'),
  }));
  const { name, code, pay_day } = form.values;
  const save = async (): Promise<void> => {
    const request = { name: name.trim(), code: code.trim(), pay_day: dayOf(pay_day) };
    if (await submission.submit(request)) onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('employers.new')}
      submitLabel={t('employers.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t('employers.name')} maxLength={200} isFirst {...form.field('name')} />
      <TextField label={t('employers.code')} maxLength={20} {...form.field('code')} />
      <TextField
        label={t('employers.pay_day')}
        inputMode="numeric"
        maxLength={2}
        {...form.field('pay_day')}
      />
    </SubmitDialog>
  );
}
