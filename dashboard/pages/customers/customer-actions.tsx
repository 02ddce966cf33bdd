/** The actions on a customer. One that stops all movements or cannot be undone asks first. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Customer } from '../../generated/wire.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords, type TextId } from '../../words.ts';
import { CustomerDialog } from './customer-dialog.tsx';

type Action = 'freeze' | 'unfreeze' | 'close';

const TEXTS: Record<Action, Record<'verb' | 'question' | 'meaning' | 'done', TextId>> = {
  freeze: {
    verb: 'customers.freeze',
    question: 'customers.freeze_question',
    meaning: 'customers.freeze_meaning',
    done: 'customers.frozen',
  },
  unfreeze: {
    verb: 'customers.unfreeze',
    question: 'customers.unfreeze_question',
    meaning: 'customers.unfreeze_meaning',
    done: 'customers.unfrozen',
  },
  close: {
    verb: 'customers.close',
    question: 'customers.close_question',
    meaning: 'customers.close_meaning',
    done: 'customers.closed',
  },
};

export function CustomerActions({ customer }: { customer: Customer }): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState<Action | 'edit' | null>(null);
  if (customer.status === 'closed') return null;
  const freezing = customer.status === 'frozen' ? 'unfreeze' : 'freeze';
  const close = (): void => setOpen(null);
  return (
    <>
      <Button variant="default" onClick={() => setOpen('edit')}>
        {t('customers.edit')}
      </Button>
      <Button variant="default" onClick={() => setOpen(freezing)}>
        {t(TEXTS[freezing].verb)}
      </Button>
      <Button variant="default" onClick={() => setOpen('close')}>
        {t('customers.close')}
      </Button>
      {open === 'edit' && <CustomerDialog customer={customer} onClose={close} />}
      {open !== null && open !== 'edit' && <StatusDialog action={open} customer={customer} onClose={close} />}
    </>
  );
}

interface StatusDialogProps {
  action: Action;
  customer: Customer;
  onClose: () => void;
}

function StatusDialog({ action, customer, onClose }: StatusDialogProps): ReactNode {
  const { t } = useWords();
  const texts = TEXTS[action];
  const name = customer.full_name;
  return (
    <ConfirmDialog
      title={t(texts.question, { name })}
      verb={t(texts.verb)}
      operation={`customers.${action}`}
      input={{ customer: customer.id }}
      onClose={onClose}
      onDone={() => sayDone(t(texts.done, { name }))}
      isDanger={action !== 'unfreeze'}
    >
      {t(texts.meaning)}
    </ConfirmDialog>
  );
}
