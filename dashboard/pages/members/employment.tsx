/** Who employs a member, and under which payroll number. */
import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import type { Member } from '../../generated/wire.ts';
import { Facts } from '../../ui/facts.tsx';
import { useWords } from '../../words.ts';
import { mayPayIn } from './standing.rules.ts';

const MOST_EMPLOYERS = 1_000;

export function Employment({ member }: { member: Member }): ReactNode {
  const { t } = useWords();
  const [is_open, setOpen] = useState(false);
  const employers = useList('sacco.employers.list', { limit: MOST_EMPLOYERS });
  const employer = employers.items.find(({ id }) => id === member.employer_id);
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          [
            t('employers.employer'),
            employer ? (
              <Link key="employer" href={`/employers/${employer.id}`}>
                {employer.name}
              </Link>
            ) : employers.is_loading ? undefined : (
              t('employers.none')
            ),
          ],
          [t('employers.payroll_no'), member.payroll_no ?? undefined],
        ]}
      />
      {mayPayIn(member) && (
        <Group>
          <Button size="xs" variant="default" disabled={employers.is_loading} onClick={() => setOpen(true)}>
            {t('employers.change')}
          </Button>
        </Group>
      )}
      {is_open && (
        <EmploymentDialog member={member} employers={employers.items} onClose={() => setOpen(false)} />
      )}
    </Stack>
  );
}

interface EmploymentDialogProps {
  member: Member;
  employers: readonly { id: string; name: string }[];
  onClose: () => void;
}

function EmploymentDialog({ member, employers, onClose }: EmploymentDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.members.update');
  const form = useForm(submission, {
    employer: member.employer_id ?? '',
    payroll_no: member.payroll_no ?? '',
  });
  const { employer, payroll_no } = form.values;
  const save = async (): Promise<void> => {
    const answer = await submission.submit({
      member: member.id,
      employer_id: employer === '' ? null : employer,
      payroll_no: employer === '' || payroll_no.trim() === '' ? null : payroll_no.trim(),
    });
    if (answer) onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('employers.change')}
      submitLabel={t('employers.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <Choice<string>
        label={t('employers.employer')}
        options={[
          { value: '', label: t('employers.none') },
          ...employers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field('employer', 'employer_id')}
      />
      {employer !== '' && (
        <TextField label={t('employers.payroll_no')} maxLength={60} {...form.field('payroll_no')} />
      )}
    </SubmitDialog>
  );
}
