/** Addresses from which somebody has signed in. */
import { TableModel } from '../../../db/model.ts';

export class SignInAddress extends TableModel {
  static override tableName = 'sign_in_addresses';
  static override idColumn = 'address_hash';
  static override label = 'address';

  /** A hash of the user's e-mail and the address. */
  declare address_hash: string;
  declare user_id: string;
  declare last_at: Date;
}
