/**
 * Registers a customer as a member. A new customer is created on the way, and tier 1 of KYC, which asks for a name and a phone,
 * is decided on the way too; what a higher tier asks for is done on the customer's own page.
 */
import { Checkbox, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useCooperativeReading } from '../../../api/me.ts';
import { useRead } from '../../../api/reads.ts';
import { DraftNotice } from '../../../forms/draft-notice.tsx';
import { useDraftForm } from '../../../forms/draft.ts';
import { given } from '../../../forms/text.rules.ts';
import { SubmitForm } from '../../../forms/submit-form.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import type { Customer, SaccoSettings } from '../../../generated/wire.ts';
import { formatMoney } from '../../../money/money.rules.ts';
import { Loaded } from '../../../ui/faults/loaded.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';
import { ChosenCustomer, CustomerChoice, NewCustomerFields } from './customer-choice.tsx';
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

const EMPTY = {
  customer: null as Customer | null,
  /** The customer is a new one. */
  is_new: false,
  full_name: '',
  phone: '',
  member_no: '',
  pays_fee: false,
};

function JoinForm({ settings }: { settings: SaccoSettings }): ReactNode {
  const { t, reason } = useWords();
  const [, navigate] = useLocation();
  const { min_kyc_tier: tier, entrance_fee_minor, currency } = settings;
  const joining = useJoining(tier);
  const form = useDraftForm('join_member', joining, EMPTY, ({ customer, is_new, full_name, phone }) => ({
    customer: !customer && !is_new && t('members.choose_customer'),
    full_name: is_new && full_name.trim() === '' && t('members.name_missing'),
    phone: is_new && tier > 0 && phone.trim() === '' && t('members.phone_missing'),
  }));
  const { customer, is_new, full_name, phone, member_no, pays_fee } = form.values;
  const needs_decision = customer !== null && customer.kyc_tier < tier;
  const requirements = useRead(
    'customers.kyc.requirements',
    needs_decision ? { customer: customer.id, tier } : null,
  );
  const is_held_up = needs_decision && !joining.mayDecide(requirements.data);
  const { error, is_busy } = joining;
  // Refusals that concern one field are shown beside it.
  const taken = (id: string): string | undefined =>
    error?.reason === id ? reason(id, error.message) : undefined;
  const phone_taken = is_new ? taken('phone_taken') : undefined;
  const number_taken = taken('member_no_taken');

  /** What was typed of the customer is not lost by leaving for the customer's own page. */
  const choose = (chosen: Customer): void => form.clear({ ...form.values, customer: chosen, is_new: false });
  const join = async (): Promise<void> => {
    const outcome = await joining.join(customer ?? { full_name: full_name.trim(), phone: given(phone) }, {
      pay_entrance_fee: pays_fee,
      member_no: given(member_no),
    });
    if (outcome.member) {
      form.forget();
      sayDone(t('members.joined', { name: outcome.member.full_name, number: outcome.member.member_no }));
      navigate(`/members/${outcome.member.id}`);
    } else if (outcome.customer) {
      // Whatever comes next concerns the customer that exists now.
      choose(outcome.customer);
    }
  };
  const phone_field = form.field('phone');
  const number_field = form.field('member_no');
  return (
    <Paper withBorder p="lg" maw={620} className="panel">
      <SubmitForm
        form={form}
        submitLabel={t('members.join_verb')}
        onSubmit={join}
        isMovement={pays_fee}
        disabled={is_held_up}
        error={phone_taken || number_taken ? null : error}
        isWide
      >
        {form.is_draft && <DraftNotice onDiscard={() => form.clear()} />}
        {customer ? (
          <>
            <ChosenCustomer
              customer={customer}
              minKycTier={tier}
              requirements={requirements.data}
              isHeldUp={is_held_up}
              onClear={is_busy ? null : () => form.change({ customer: null })}
            />
            {needs_decision && <Loaded reading={requirements}>{() => null}</Loaded>}
          </>
        ) : is_new ? (
          <NewCustomerFields
            name={form.field('full_name')}
            phone={{ ...phone_field, error: phone_field.error ?? phone_taken }}
            onBack={() => form.change({ is_new: false })}
            minKycTier={tier}
          />
        ) : (
          <CustomerChoice
            onChoose={choose}
            onNew={() => {
              form.clear();
              form.change({ is_new: true, member_no, pays_fee });
            }}
            isMissing={form.was_sent}
          />
        )}
        <TextField
          label={t('members.number_optional')}
          description={t('members.number_hint')}
          {...number_field}
          error={number_field.error ?? number_taken}
        />
        {entrance_fee_minor > 0 && (
          <Checkbox
            label={t('members.fee_paid')}
            description={formatMoney(entrance_fee_minor, currency)}
            checked={pays_fee}
            onChange={(event) => form.change({ pays_fee: event.currentTarget.checked })}
            disabled={is_busy}
          />
        )}
      </SubmitForm>
    </Paper>
  );
}
