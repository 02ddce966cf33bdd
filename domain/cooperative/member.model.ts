/** Members as stored, alone and with what the customer's file says of the person. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import { Customer, type CustomerRow } from '../customers/index.ts';
import type { MemberStatus } from './member.rules.ts';

export class SaccoMember extends TableModel {
  static override tableName = 'sacco_members';
  static override label = 'member';
  static override relationMappings = {
    customer: {
      relation: TableModel.BelongsToOneRelation,
      modelClass: Customer,
      join: { from: 'sacco_members.customer_id', to: 'customers.id' },
    },
  };

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare member_no: string;
  declare customer_id: string;
  declare status: MemberStatus;
  declare entrance_fee_paid: boolean;
  /** Who deducts from the member's wages, and under which number. */
  declare employer_id: string | null;
  declare payroll_no: string | null;
  declare photo_file_id: string | null;
  declare signature_file_id: string | null;
  declare joined_at: Date;
  declare tax_number: string | null;
  /** Why nothing is withheld from interest and dividends; null: tax is. */
  declare tax_exemption: string | null;
  /** The savings account that dividends are paid into; null: the one that every member has. */
  declare dividend_account_id: string | null;
  declare updated_at: Date;
}

/** As `namedMembers` reads it. */
export class NamedSaccoMember extends SaccoMember {
  static override sorts = {
    member_no: ['upper(sacco_members.member_no)'],
    // Everywhere alike, whatever the server knows of languages; persons of one name in the order of their files.
    full_name: ['lower(customer.full_name) collate "C"', 'customer.id'],
  };

  declare full_name: string;
  declare phone: string | null;
  declare customer_status: CustomerRow['status'];
}

export type MemberRow = ModelObject<SaccoMember>;

/** A member with what the customer's file says of the person. */
export type NamedMember = ModelObject<NamedSaccoMember>;
