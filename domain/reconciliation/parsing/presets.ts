/** The formats of some providers' exports, as data. Fields of the request override those of its preset. */
import type { StatementFormat } from './statement.rules.ts';

export const PRESET_NAMES = ['mpesa_org', 'mtn_momo', 'airtel_ug'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

export interface Preset extends StatementFormat {
  name: PresetName;
  title: string;
}

export const PRESETS: readonly Preset[] = [
  {
    name: 'mpesa_org',
    title: 'M-PESA organisation portal (Kenya), account statement',
    columns: {
      provider_txn_id: 'Receipt No.',
      date: 'Completion Time',
      kind: 'Details',
      credit: 'Paid In',
      debit: 'Withdrawn',
      reference: 'Details',
      description: 'Details',
    },
    kinds: {
      payment: [
        'Pay Bill from*',
        'Pay Bill Online from*',
        'Merchant Payment from*',
        'Merchant Payment Online from*',
      ],
      refund: ['Pay Bill Reversal*', 'Merchant Payment Reversal*'],
      payout: [
        'Merchant Account to Organization Settlement Account*',
        'Utility Account to Organization Settlement Account*',
      ],
      fee: ['Pay Bill Charge', 'Pay Merchant Charge', 'Merchant Payment Charge'],
    },
    // "Pay Bill from 2547****678 - NAME Acc. R-000001"
    reference_after: 'Acc. ',
    utc_offset: '+03:00',
    skip_rows: 3,
    status_column: 'Transaction Status',
    ok_statuses: ['Completed'],
  },
  {
    name: 'mtn_momo',
    title: 'MTN MoMo (Rwanda), transaction export',
    columns: {
      provider_txn_id: 'Id',
      reference: 'External id',
      date: 'Date',
      kind: 'Type',
      amount: 'Amount',
      description: 'From name',
    },
    kinds: { payment: ['Payment'], refund: ['Refund'], payout: ['Transfer'] },
    utc_offset: '+02:00',
    status_column: 'Status',
    ok_statuses: ['Successful'],
  },
  {
    name: 'airtel_ug',
    title: 'Airtel Money (Uganda), account statement',
    columns: {
      provider_txn_id: 'Transaction ID',
      date: 'Transaction Date',
      kind: 'Credit/Debit',
      amount: 'Transaction Amount',
      description: 'Description',
    },
    kinds: { payment: ['Credit'], payout: ['Debit'] },
    date_format: 'DD-MM-YY hh:mm A',
    utc_offset: '+03:00',
    skip_rows: 4,
    status_column: 'Status',
    ok_statuses: ['Transaction Success'],
  },
];
