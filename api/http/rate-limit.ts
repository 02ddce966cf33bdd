/**
 * Limits on how often: per holder of a credential, per address for everybody else, and on failed sign-ins and registrations
 * per address (what slows down guesses at one person's password: domain/staff/sessions/sign-in-limits.ts). A credential that nobody has verified counts for its address, or inventing keys would be a way around the limit.
 */
import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import {
  ipKeyGenerator,
  MemoryStore,
  rateLimit,
  type AugmentedRequest,
  type Options,
  type Store,
} from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import { systemNow } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { QueueStore } from '../../jobs/store.ts';

const MINUTE_MS = 60_000;
/** In a quarter of an hour: many people may share an address. */
const SIGN_IN_WINDOW_MS = 15 * MINUTE_MS;
const FAILED_SIGN_INS_PER_ADDRESS = 100;
const REGISTRATIONS_PER_ADDRESS = 100;

/** What one address may ask for in a minute without a credential: a hundred a second, as many phones may share it. */
const UNKNOWN_PER_ADDRESS = 6_000;
/** Callbacks may come so many times as often: a provider has few addresses, and all its payers behind them. */
const CALLBACKS_FACTOR = 10;
/** Payments that one address may start in a minute through checkout pages: many phones share one carrier's address. */
const CHECKOUTS_PER_ADDRESS = 120;

/** Credentials of which is remembered whose they are, so that their requests count for nobody else from the start. */
const MAX_KNOWN_CREDENTIALS = 10_000;

export interface RateLimiters {
  /** Before anything of the request is read: per holder of a known credential, else per address. */
  api: RequestHandler;
  /**
   * Counts for the holder what was counted for the address, once the credential has proved to be the holder's.
   * @throws AppError RATE_LIMITED
   */
  verified(request: Request, response: Response, holder: string): Promise<void>;
  /** For what anyone may do: no credential, so each address counts. */
  pages: RequestHandler;
  checkout: RequestHandler;
  callbacks: RequestHandler;
  /** Counts what is answered with an error. @throws AppError RATE_LIMITED */
  sign_in(request: Request, response: Response): Promise<void>;
  /** Counts successes too. @throws AppError RATE_LIMITED */
  registration(request: Request, response: Response): Promise<void>;
}

/** @param store counts are shared between processes where it has Redis, else each process counts for itself */
export function rateLimiters(per_minute: number, store: QueueStore): RateLimiters {
  const counts = (name: string): Store =>
    store.redis
      ? new RedisStore({
          prefix: `{ushirika}:limit:${name}:`,
          sendCommand: (...[command, ...parameters]: string[]) =>
            store.redis?.(command as string, ...parameters) as Promise<RedisReply>,
        })
      : new MemoryStore();
  const limiter = (name: string, options: Partial<Options>): RequestHandler =>
    rateLimit({
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      handler: (request, _response, next) => next(tooMany(request)),
      passOnStoreError: true,
      ...options,
      store: options.store ?? counts(name),
    });
  const perAddress = { windowMs: SIGN_IN_WINDOW_MS, standardHeaders: false } as const;
  const signIns = limiter('address', {
    ...perAddress,
    skipSuccessfulRequests: true,
    limit: FAILED_SIGN_INS_PER_ADDRESS,
  });

  const unlessOff = (name: string, options: Partial<Options>): RequestHandler =>
    per_minute === 0 ? unlimited : limiter(name, options);
  const perMinute = (name: string, limit: number, options: Partial<Options> = {}): RequestHandler =>
    unlessOff(name, { windowMs: MINUTE_MS, limit, ...options });

  const registrations = unlessOff('registration', { ...perAddress, limit: REGISTRATIONS_PER_ADDRESS });
  const unknown_per_minute = Math.min(per_minute, UNKNOWN_PER_ADDRESS);
  const unknown = counts('unknown');
  const perUnknown = perMinute('unknown', unknown_per_minute, { store: unknown });
  const perHolder = perMinute('holder', per_minute, {
    keyGenerator: (request) => (request as HeldRequest).holder ?? '',
  });
  const known = new Map<string, string>();
  const perHolderOrAddress: RequestHandler = (request, response, next) => {
    const credential = credentialOf(request);
    const holder = credential === undefined ? undefined : known.get(credential);
    if (holder !== undefined) (request as HeldRequest).holder = holder;
    return (holder === undefined ? perUnknown : perHolder)(request, response, next);
  };

  return {
    api: per_minute === 0 ? unlimited : perHolderOrAddress,
    async verified(request, response, holder) {
      if (per_minute === 0 || (request as HeldRequest).holder !== undefined) return;
      const credential = credentialOf(request);
      if (credential === undefined) return;
      if (known.size >= MAX_KNOWN_CREDENTIALS) known.clear();
      known.set(credential, holder);
      (request as HeldRequest).holder = holder;
      // Where the counts are out of reach the address has one too many for a minute.
      await Promise.resolve(unknown.decrement(ipKeyGenerator(request.ip ?? ''))).catch(() => undefined);
      await run(perHolder, request, response);
    },
    pages: perMinute('pages', unknown_per_minute),
    checkout: perMinute('checkout', Math.min(per_minute, CHECKOUTS_PER_ADDRESS)),
    callbacks: perMinute('callbacks', unknown_per_minute * CALLBACKS_FACTOR),
    sign_in: (request, response) => run(signIns, request, response),
    registration: (request, response) => run(registrations, request, response),
  };
}

const unlimited: RequestHandler = (_request, _response, next) => next();

/** Whose request it is, once known. */
type HeldRequest = Request & { holder?: string };

/** The one that counts, as a digest: credentials are not kept, not even to tell them apart. An empty header is none. */
function credentialOf(request: Request): string | undefined {
  const credential = request.header('x-api-key') || request.header('authorization');
  return credential ? createHash('sha256').update(credential).digest('base64url') : undefined;
}

function tooMany(request: Request): AppError {
  const { resetTime } = (request as AugmentedRequest)['rateLimit'] as { resetTime: Date };
  return new AppError('RATE_LIMITED', 'Too many requests. Wait as long as Retry-After says.', {
    retry_after_s: Math.max(1, Math.ceil((resetTime.getTime() - systemNow().getTime()) / 1_000)),
  });
}

function run(handler: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void handler(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}
