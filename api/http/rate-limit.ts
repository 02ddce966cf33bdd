/**
 * Rate limits: per holder of a credential, per address for everybody else, and on failed sign-ins and registrations per address
 * (domain/staff/sessions/sign-in-limits.ts slows down password guesses). A credential that is not verified yet counts for its address,
 * otherwise invented keys would circumvent the limit.
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
import { RedisStore, type RedisReply, type SendCommandFn } from 'rate-limit-redis';
import { machineNow } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { QueueStore } from '../../jobs/queue-store.ts';

const MINUTE_MS = 60_000;
/** A quarter of an hour: many people may share an address. */
const SIGN_IN_WINDOW_MS = 15 * MINUTE_MS;
const FAILED_SIGN_INS_PER_ADDRESS = 100;
const REGISTRATIONS_PER_ADDRESS = 100;

/** Requests per minute and address without a credential: a hundred per second, because many phones may share an address. */
const UNKNOWN_PER_ADDRESS = 6_000;
/** How many times more callbacks are allowed: a provider sends the callbacks of all its payers from few addresses. */
const CALLBACKS_FACTOR = 10;
/** Payments per minute and address through checkout pages: many phones share one carrier's address. */
const CHECKOUTS_PER_ADDRESS = 120;

/** Codes of papers that one address may try in a minute: a person reads and types one in that time, and guessing finds none. */
const CHECKS_PER_ADDRESS = 30;

/** Credentials whose holder is cached, so that their requests count for the holder from the start. */
const MAX_KNOWN_CREDENTIALS = 10_000;

export interface RateLimiters {
  /** Before the request is read: per holder of a known credential, otherwise per address. */
  api: RequestHandler;
  /**
   * Moves the count from the address to the holder, once the credential is verified.
   * @throws AppError RATE_LIMITED
   */
  verified(request: Request, response: Response, holder: string): Promise<void>;
  /** For pages without a credential: per address. */
  pages: RequestHandler;
  checkout: RequestHandler;
  /** For codes of papers. */
  checks: RequestHandler;
  callbacks: RequestHandler;
  /** Counts only failures. @throws AppError RATE_LIMITED */
  sign_in(request: Request, response: Response): Promise<void>;
  /** Counts successes too. @throws AppError RATE_LIMITED */
  registration(request: Request, response: Response): Promise<void>;
}

/** @param store with Redis, counts are shared between processes; otherwise each process counts separately */
export function rateLimiters(per_minute: number, store: QueueStore): RateLimiters {
  const counts = (name: string): Store =>
    store.redis
      ? new RedisStore({ prefix: `ushirika:limit:${name}:`, sendCommand: withScripts(store.redis) })
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
    // One that was refused before its password was looked at is no failure.
    requestWasSuccessful: (_request, { statusCode }) => statusCode < 400 || statusCode === 429,
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
      // If the counts are unreachable, the address has one request too many for a minute.
      await Promise.resolve(unknown.decrement(ipKeyGenerator(request.ip ?? ''))).catch(() => undefined);
      await run(perHolder, request, response);
    },
    pages: perMinute('pages', unknown_per_minute),
    checkout: perMinute('checkout', Math.min(per_minute, CHECKOUTS_PER_ADDRESS)),
    checks: perMinute('checks', Math.min(per_minute, CHECKS_PER_ADDRESS)),
    callbacks: perMinute('callbacks', unknown_per_minute * CALLBACKS_FACTOR),
    sign_in: (request, response) => run(signIns, request, response),
    registration: (request, response) => run(registrations, request, response),
  };
}

/**
 * Sends scripts whole instead of by their digest: a server knows only digests of scripts that it was sent since it started, which
 * a failover, a restart and each node of a cluster would have to be taught.
 */
function withScripts(redis: NonNullable<QueueStore['redis']>): SendCommandFn {
  return async (...[command = '', ...parameters]) => {
    if (command === 'SCRIPT') return parameters[1] as RedisReply;
    return (await redis(command === 'EVALSHA' ? 'EVAL' : command, ...parameters)) as RedisReply;
  };
}

const unlimited: RequestHandler = (_request, _response, next) => next();

/** A request with the holder of its credential, once known. */
type HeldRequest = Request & { holder?: string };

/** A digest of the request's credential: credentials themselves are not stored. An empty header counts as none. */
function credentialOf(request: Request): string | undefined {
  const credential = request.header('x-api-key') || request.header('authorization');
  return credential ? createHash('sha256').update(credential).digest('base64url') : undefined;
}

function tooMany(request: Request): AppError {
  const { resetTime } = (request as AugmentedRequest)['rateLimit'] as { resetTime: Date };
  return new AppError('RATE_LIMITED', 'Too many requests. Wait as long as Retry-After says.', {
    retry_after_s: Math.max(1, Math.ceil((resetTime.getTime() - machineNow().getTime()) / 1_000)),
  });
}

function run(handler: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void handler(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}
