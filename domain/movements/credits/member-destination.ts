/** Payments for members: who is credited, and for what, is in the payment's metadata. A refund takes the money back before it is credited, or not at all. */
import { systemNow } from '../../../core/clock.ts';
import { invalidField, refusal } from '../../../core/errors.ts';
import { parseId } from '../../../core/ids.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { allows, getSettings, SaccoMember } from '../../cooperative/index.ts';
import type { PaymentDestination } from '../../payments/index.ts';
import type { MovementDefinition } from '../movement.ts';
import type { MovementRegistry } from '../registry.port.ts';
import { aboutOf, SaccoPaymentCredit, type DestinedCredit } from './payment-credit.model.ts';
import { lockCredit, setCredit } from './payment-credit.ts';

export function memberDestination({ all }: MovementRegistry): PaymentDestination {
  const byPurpose = new Map(all.flatMap(({ payment }) => (payment ? [[payment.purpose, payment]] : [])));

  /** @throws AppError VALIDATION_ERROR, `member_unknown`; what reading the rest of the metadata throws */
  function read(
    metadata: Record<string, unknown>,
  ): DestinedCredit & { movement: NonNullable<MovementDefinition['payment']> } {
    const { sacco_member_id, sacco_purpose = 'savings' } = metadata;
    if (typeof sacco_member_id !== 'string' || !parseId('member', sacco_member_id))
      throw refusal('member_unknown');
    const movement = typeof sacco_purpose === 'string' ? byPurpose.get(sacco_purpose) : undefined;
    if (!movement)
      throw invalidField(
        'metadata.sacco_purpose',
        `"metadata.sacco_purpose" must be one of ${[...byPurpose.keys()].join(', ')}`,
      );
    const { purpose } = movement;
    return { member_id: sacco_member_id, purpose, ...aboutOf(movement.read?.(metadata)), movement };
  }

  return {
    metadata_key: 'sacco_member_id',

    async validate(db, scope, { metadata, currency }) {
      const { movement, ...credit } = read(metadata);
      const member = await SaccoMember.query(db).inScope(scope).findOne({ id: credit.member_id });
      if (!member) throw refusal('member_unknown');
      if (!allows(member.status, 'pay_in'))
        throw refusal('member_unknown', `The member is ${member.status}; nothing can be paid in.`);
      const settings = await getSettings(db, scope);
      if (settings.currency !== currency)
        throw refusal('currency_mismatch', `The SACCO's currency is ${settings.currency}, not ${currency}.`);
      await movement.validate?.(db, scope, credit);
    },

    async onCreated({ trx }, created) {
      const credits = created.map(({ scope, row }) => {
        const { movement: _movement, ...credit } = read(row.metadata);
        return { payment_id: row.id, ...scopeColumns(scope), ...credit };
      });
      await insertAll(trx, SaccoPaymentCredit.tableName, credits);
    },

    async onFinal({ trx, scope }, { id: payment_id, status }) {
      const [from, to] =
        status === 'completed' ? (['cancelled', 'pending'] as const) : (['pending', 'cancelled'] as const);
      await SaccoPaymentCredit.query(trx)
        .inScope(scope)
        .where({ payment_id, status: from })
        .patch({ status: to });
    },

    async onPosted({ trx, enqueue }, payment_ids) {
      await SaccoPaymentCredit.query(trx)
        .whereIn('payment_id', payment_ids)
        .patch({ booked: true, due_at: systemNow() });
      enqueue('credit-sacco-payments', {});
    },

    async onRefundRequested({ trx }, payment, amount_minor) {
      const credit = await lockCredit(trx, payment.id);
      if (!credit || credit.status === 'credited')
        throw refusal(
          'not_refundable',
          "The money is the member's; it is returned through a withdrawal, not a refund.",
        );
      if (credit.status === 'posting')
        throw refusal('not_refundable', 'The money is being credited to the member at this moment.');
      if (amount_minor !== payment.amount_minor)
        throw refusal('not_refundable', 'A payment for a member can only be refunded as a whole.');
      await setCredit(trx, payment.id, { status: 'cancelled', due_at: null });
    },

    async onRefundResolved({ trx, enqueue }, payment_id, outcome) {
      if (outcome === 'succeeded') return setCredit(trx, payment_id, { status: 'refunded' });
      await setCredit(trx, payment_id, { status: 'pending', due_at: systemNow() });
      enqueue('credit-sacco-payments', {});
    },
  };
}
