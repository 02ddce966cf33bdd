/** The idempotency key of a request that takes it in its body or in the header. */
import { invalidField } from '../../core/errors.ts';
import { given } from '../../core/given.ts';

/** @throws AppError VALIDATION_ERROR when they differ: if one were ignored, a repeat would take effect twice */
export function keyOf(header: string | undefined, field: string | undefined): { idempotency_key?: string } {
  if (header !== undefined && field !== undefined && header !== field)
    throw invalidField(
      'idempotency-key',
      'The header and "idempotency_key" must be the same, or send only one of them.',
    );
  return given({ idempotency_key: field ?? header });
}
