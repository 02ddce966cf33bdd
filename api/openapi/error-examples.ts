/** One error of every code, made as the service makes them. */
import {
  AppError,
  forbidden,
  invalidField,
  notFound,
  refusal,
  unauthorized,
  unavailable,
  type ErrorCode,
} from '../../core/errors.ts';
import { asAppError, errorBody } from '../http/errors.ts';

const EXAMPLES: Record<ErrorCode, AppError> = {
  VALIDATION_ERROR: invalidField('amount_minor', '"amount_minor" must be at least 1'),
  UNAUTHORIZED: unauthorized(),
  FORBIDDEN: forbidden('This needs a signed-in session; API keys cannot do it.'),
  NOT_FOUND: notFound('payment'),
  CONFLICT: refusal('insufficient_funds'),
  PAYLOAD_TOO_LARGE: asAppError({ type: 'entity.too.large' }),
  UNPROCESSABLE: refusal('kyc_required'),
  RATE_LIMITED: new AppError('RATE_LIMITED', 'Too many requests. Wait as long as Retry-After says.'),
  INTERNAL: asAppError(new Error('a defect')),
  SERVICE_UNAVAILABLE: unavailable('database'),
};

export function exampleError(code: ErrorCode): object {
  return errorBody(EXAMPLES[code], '019aa7c4-6d2e-7a51-b1f0-3c5d8e9f0a12');
}
