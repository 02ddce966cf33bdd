/** A merchant's metadata of a payment: limited notes, not a data store, as with other gateways. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { isLosslessNumber, isSafeNumber } from 'lossless-json';

const METADATA_KEYS = 50;
const METADATA_BYTES = 8_000;

export const metadata = worded(
  joi
    .object()
    .pattern(joi.string().max(64), joi.any())
    .max(METADATA_KEYS)
    .custom((value: object, helpers) => {
      let inexact = false;
      const kept = JSON.stringify(value, (_name, inner: unknown) => {
        if (!isLosslessNumber(inner)) return inner;
        inexact ||= !isSafeNumber(inner.value);
        return Number(inner.value);
      });
      if (inexact) return helpers.error('metadata.digits');
      return Buffer.byteLength(kept) > METADATA_BYTES ? helpers.error('metadata.size') : JSON.parse(kept);
    }),
  {
    'metadata.size': `{{#label}} must be at most ${METADATA_BYTES} bytes of JSON`,
    'metadata.digits': '{{#label}} contains a number with too many digits to be exact; send it as text',
  },
).meta({
  openapi: {
    type: 'object',
    additionalProperties: true,
    maxProperties: METADATA_KEYS,
    'x-map': true,
    description: `The merchant's own data, at most ${METADATA_BYTES} bytes`,
  },
});
