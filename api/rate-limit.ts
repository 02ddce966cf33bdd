/** Limits on how often: per key (or address, without one), and on failed sign-ins per email and per address. */
import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit, type AugmentedRequest, type Options } from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import { realNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { QueueStore } from '../jobs/store.ts';

const MINUTE_MS = 60_000;
/** Failed sign-ins in a quarter of an hour: enough for a person's typing errors, too few to guess a password. */
const SIGN_IN_WINDOW_MS = 15 * MINUTE_MS;
const FAILED_SIGN_INS_PER_EMAIL = 10;
const FAILED_SIGN_INS_PER_ADDRESS = 100;

/** Payments that one address may start in a minute through checkout pages: many phones share one carrier's address. */
const CHECKOUTS_PER_ADDRESS = 120;

export interface RateLimiters {
  perKey: RequestHandler;
  /** For what anyone may do: no credential, so each address counts. */
  checkout: RequestHandler;
  /** @param who whose password is tried @throws AppError RATE_LIMITED */
  signIn(request: Request, response: Response, who: { email: string }): Promise<void>;
}

/** @param store counts are shared between processes where it has Redis, else each process counts for itself */
export function rateLimiters(per_minute: number, store: QueueStore): RateLimiters {
  const limiter = (name: string, options: Partial<Options>): RequestHandler =>
    rateLimit({
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      handler: (request, _response, next) => next(tooMany(request)),
      ...(store.redis
        ? {
            store: new RedisStore({
              prefix: `{ushirika}:limit:${name}:`,
              sendCommand: (...[command, ...parameters]: string[]) =>
                store.redis?.(command as string, ...parameters) as Promise<RedisReply>,
            }),
            passOnStoreError: true,
          }
        : {}),
      ...options,
    });
  const failures = {
    windowMs: SIGN_IN_WINDOW_MS,
    skipSuccessfulRequests: true,
    standardHeaders: false,
  } as const;
  const perEmail = limiter('email', {
    ...failures,
    limit: FAILED_SIGN_INS_PER_EMAIL,
    keyGenerator: (request) => digest(emailOf(request)),
  });
  const perAddress = limiter('address', { ...failures, limit: FAILED_SIGN_INS_PER_ADDRESS });

  const perMinute = (name: string, limit: number, options: Partial<Options> = {}): RequestHandler =>
    per_minute === 0
      ? (_request, _response, next) => next()
      : limiter(name, { windowMs: MINUTE_MS, limit, ...options });

  return {
    perKey: perMinute('key', per_minute, { keyGenerator: credentialOf }),
    checkout: perMinute('checkout', Math.min(per_minute, CHECKOUTS_PER_ADDRESS)),
    async signIn(request, response, { email }) {
      (request as SignInRequest).signInEmail = email.toLowerCase();
      await run(perAddress, request, response);
      await run(perEmail, request, response);
    },
  };
}

type SignInRequest = Request & { signInEmail?: string };

function emailOf(request: Request): string {
  return (request as SignInRequest).signInEmail ?? '';
}

function credentialOf(request: Request): string {
  const credential = request.header('x-api-key') ?? request.header('authorization');
  return credential ? digest(credential) : ipKeyGenerator(request.ip ?? '');
}

/** Credentials and emails are not kept, not even in the counters' keys. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function tooMany(request: Request): AppError {
  const { resetTime } = (request as AugmentedRequest)['rateLimit'] as { resetTime: Date };
  return new AppError('RATE_LIMITED', 'Too many requests. Wait as long as Retry-After says.', {
    retry_after_s: Math.max(1, Math.ceil((resetTime.getTime() - realNow().getTime()) / 1_000)),
  });
}

function run(handler: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void handler(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}
