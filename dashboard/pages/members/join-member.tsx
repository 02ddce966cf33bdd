/**
 * A customer becomes a member. A new customer is created on the way, and tier 1 of KYC, which asks for a name and a phone, is
 * decided on the way too; what a higher tier asks for is done on the customer's own page.
 */
import { Button, Checkbox, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useCooperativeReading } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import type { Customer, KycRequirements, SaccoSettings } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { ChosenCustomer, CustomerChoice, NewCustomerFields, type NewCustomer } from './customer-choice.tsx';
import { useJoining } from './joining.ts';

export function JoinMember(): ReactNode {
  const { t } = useWords();
  const cooperative = useCooperativeReading();
  return (
    <Page title={t('members.join')} back={{ href: '/members', label: t('nav.members') }}>
      <Loaded reading={cooperative}>
        {(settings) =>
          settings ? <JoinForm settings={settings} /> : <Text>{t('desk.no_cooperative')}</Text>
        }
      </Loaded>
    </Page>
  );
}

const NOBODY: NewCustomer = { full_name: '', phone: '' };

function JoinForm({ settings }: { settings: SaccoSettings }): ReactNode {
  const { t, reason } = useWords();
  const [, navigate] = useLocation();
  const [customer, setCustomer] = useState<Customer | null>(null);
  const [newcomer, setNewcomer] = useState<NewCustomer | null>(null);
  const [member_no, setMemberNo] = useState('');
  const [pays_fee, setPaysFee] = useState(false);
  const [was_sent, setWasSent] = useState(false);
  const joining = useJoining(settings.min_kyc_tier);
  const needs_decision = customer !== null && customer.kyc_tier < settings.min_kyc_tier;
  const requirements = useRead<KycRequirements>(
    needs_decision ? `/api/v1/customers/${customer.id}/kyc/requirements` : null,
    { query: { tier: settings.min_kyc_tier } },
  );
  const is_held_up = needs_decision && !joining.mayDecide(requirements.data);
  const { error, is_busy } = joining;
  // Refusals that are about one field are told beside it.
  const taken = (id: string): string | undefined =>
    error?.reason === id ? reason(id, error.message) : undefined;
  const phone_taken = newcomer ? taken('phone_taken') : undefined;
  const number_taken = taken('member_no_taken');

  const join = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSent(true);
    const subject = customer ?? newcomer;
    if (is_busy || is_held_up || !subject || (newcomer && isIncomplete(newcomer, settings))) return;
    const outcome = await joining.join(subject, {
      pay_entrance_fee: pays_fee,
      ...(member_no.trim() === '' ? {} : { member_no: member_no.trim() }),
    });
    // Whatever comes next is about the customer that is there now.
    if (outcome.customer) {
      setCustomer(outcome.customer);
      setNewcomer(null);
    }
    if (outcome.member) {
      sayDone(t('members.joined', { name: outcome.member.full_name, number: outcome.member.member_no }));
      navigate(`/members/${outcome.member.id}`);
    }
  };

  return (
    <Paper withBorder p="lg" maw={620} className="panel">
      <form onSubmit={(event) => void join(event)} noValidate>
        <Stack>
          {customer ? (
            <>
              <ChosenCustomer
                customer={customer}
                min_kyc_tier={settings.min_kyc_tier}
                requirements={requirements.data}
                is_held_up={is_held_up}
                onClear={is_busy ? null : () => setCustomer(null)}
              />
              {needs_decision && <Loaded reading={requirements}>{() => null}</Loaded>}
            </>
          ) : newcomer ? (
            <NewCustomerFields
              value={newcomer}
              onChange={setNewcomer}
              onBack={() => setNewcomer(null)}
              min_kyc_tier={settings.min_kyc_tier}
              error={error}
              phone_taken={phone_taken}
              was_sent={was_sent}
              disabled={is_busy}
            />
          ) : (
            <CustomerChoice
              onChoose={setCustomer}
              onNew={() => {
                setWasSent(false);
                setNewcomer(NOBODY);
              }}
              is_missing={was_sent}
            />
          )}
          <TextInput
            label={t('members.number_optional')}
            description={t('members.number_hint')}
            value={member_no}
            onChange={(event) => setMemberNo(event.currentTarget.value)}
            disabled={is_busy}
            autoComplete="off"
            error={number_taken ?? fieldError(error, 'member_no')}
          />
          {settings.entrance_fee_minor > 0 && (
            <Checkbox
              label={t('members.fee_paid')}
              description={formatMoney(settings.entrance_fee_minor, settings.currency)}
              checked={pays_fee}
              onChange={(event) => setPaysFee(event.currentTarget.checked)}
              disabled={is_busy}
            />
          )}
          {error && !phone_taken && !number_taken && (
            <ErrorAlert error={error} shown_fields={['full_name', 'phone', 'member_no']} />
          )}
          <Checking is_checking={joining.is_checking} />
          <Button type="submit" disabled={is_busy || is_held_up}>
            {is_busy ? t(pays_fee ? 'submit.being_booked' : 'submit.working') : t('members.join_verb')}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}

function isIncomplete({ full_name, phone }: NewCustomer, { min_kyc_tier }: SaccoSettings): boolean {
  return full_name.trim() === '' || (min_kyc_tier > 0 && phone.trim() === '');
}
