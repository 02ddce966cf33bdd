/** Where the money of a payment goes once it is paid: to the merchant, into a customer's wallet, or to a member. */
import type { ReactNode } from 'react';
import { useCooperative } from '../../api/me.ts';
import { useList } from '../../api/reads.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { SearchChoice, type Chosen } from '../../forms/fields/search-choice.tsx';
import { useWords, type TextId } from '../../words.ts';
import { CustomerChoice } from '../customers/customer-choice.tsx';

type PurposeKind = 'merchant' | 'wallet' | 'savings' | 'shares' | 'loan_repayment';

export interface Purpose {
  kind: PurposeKind;
  customer: Chosen | null;
  member: Chosen | null;
  loan_id: string;
}

export const MERCHANT: Purpose = { kind: 'merchant', customer: null, member: null, loan_id: '' };

const LABELS: Record<PurposeKind, TextId> = {
  merchant: 'payments.for_merchant',
  wallet: 'payments.for_wallet',
  savings: 'payments.for_savings',
  shares: 'payments.for_shares',
  loan_repayment: 'payments.for_loan',
};
const KINDS = Object.keys(LABELS) as PurposeKind[];

/** @returns the payment's metadata; null while something is not chosen yet */
export function metadataOf({ kind, customer, member, loan_id }: Purpose): Record<string, string> | null {
  if (kind === 'merchant') return {};
  if (kind === 'wallet') return customer && { wallet_customer_id: customer.id };
  if (!member) return null;
  const metadata = { sacco_member_id: member.id, sacco_purpose: kind };
  if (kind !== 'loan_repayment') return metadata;
  return loan_id === '' ? null : { ...metadata, sacco_loan_id: loan_id };
}

export interface PaymentPurposeProps {
  purpose: Purpose;
  onChange: (purpose: Purpose) => void;
  disabled: boolean;
  /** Whether missing choices are shown as faults. */
  showsFaults: boolean;
}

/** Fields, for the grid of a form. */
export function PaymentPurpose(props: PaymentPurposeProps): ReactNode {
  const { purpose, onChange, disabled, showsFaults } = props;
  const { t } = useWords();
  const has_cooperative = Boolean(useCooperative());
  const kinds = KINDS.filter((kind) => has_cooperative || kind === 'merchant' || kind === 'wallet');
  const { kind, customer, member } = purpose;
  const is_for_member = kind !== 'merchant' && kind !== 'wallet';
  return (
    <>
      <Choice
        label={t('payments.for')}
        value={kind}
        onChange={(next) => onChange({ ...purpose, kind: next })}
        disabled={disabled}
        options={kinds.map((value) => ({ value, label: t(LABELS[value]) }))}
      />
      {kind === 'wallet' && (
        <CustomerChoice
          label={t('customers.one')}
          value={customer}
          onChange={(next) => onChange({ ...purpose, customer: next })}
          disabled={disabled}
          error={showsFaults && !customer ? t('wallets.choose_customer') : undefined}
        />
      )}
      {is_for_member && (
        <SearchChoice
          label={t('payments.member')}
          list="sacco.members.list"
          describe={({ id, full_name, member_no }) => ({ id, label: full_name, hint: member_no })}
          value={member}
          onChange={(next) => onChange({ ...purpose, member: next, loan_id: '' })}
          disabled={disabled}
          error={showsFaults && !member ? t('payments.choose_member') : undefined}
        />
      )}
      {kind === 'loan_repayment' && member && (
        <LoanChoice
          key={member.id}
          memberId={member.id}
          value={purpose.loan_id}
          onChange={(loan_id) => onChange({ ...purpose, loan_id })}
          disabled={disabled}
          error={showsFaults && purpose.loan_id === '' ? t('payments.choose_loan') : undefined}
        />
      )}
    </>
  );
}

interface LoanChoiceProps {
  memberId: string;
  value: string;
  onChange: (loan_id: string) => void;
  disabled: boolean;
  error: string | undefined;
}

function LoanChoice({ memberId, ...rest }: LoanChoiceProps): ReactNode {
  const { t } = useWords();
  const loans = useList('sacco.loans.list', { member_id: memberId, status: 'open' });
  return (
    <Choice
      label={t('payments.loan')}
      options={[
        {
          value: '',
          label: t(loans.items.length > 0 || loans.is_loading ? 'payments.choose_loan' : 'payments.no_loan'),
        },
        ...loans.items.map(({ id, payoff_minor, currency }) => ({
          value: id,
          label: t('payments.loan_owing', { amount: formatMoney(payoff_minor, currency) }),
        })),
      ]}
      {...rest}
    />
  );
}
