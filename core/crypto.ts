/** Passwords (scrypt), tokens (random, stored hashed) and secrets that must be decrypted again (AES-256-GCM). */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { sha256Hex } from './digest.ts';
import { refusal } from './errors.ts';

const scryptAsync = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;

/** Parameters of scrypt: `128 * N * r` bytes of memory, used `p` times. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's recommendation for scrypt at 32 MiB. */
export const RECOMMENDED_PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const SCRYPT_MAX_BYTES = 64 * 1024 * 1024;
const SCRYPT_BYTES = 32;

let password_cost = RECOMMENDED_PASSWORD_COST;

/**
 * Sets the cost of the next hashes. For tests only, most of which sign a user in but test something else. A stored hash names
 * its own cost and is verified at that cost.
 */
export function setPasswordCost(cost: PasswordCost): void {
  password_cost = cost;
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = password_cost;
  const parameters = { N, r, p, maxmem: SCRYPT_MAX_BYTES };
  const hash = await scryptAsync(password.normalize('NFC'), salt, SCRYPT_BYTES, parameters);
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/**
 * Compares in constant time. Without a stored hash (unknown user) it does the same work and returns false, so that
 * the duration does not reveal which emails are registered.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? '').split('$');
  const parameters = {
    N: Number(N ?? password_cost.N),
    r: Number(r ?? password_cost.r),
    p: Number(p ?? password_cost.p),
    maxmem: SCRYPT_MAX_BYTES,
  };
  const actual = await scryptAsync(
    password.normalize('NFC'),
    Buffer.from(salt ?? '', 'base64'),
    SCRYPT_BYTES,
    parameters,
  );
  const expected = Buffer.from(hash ?? '', 'base64');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** A new unguessable token: the prefix and 32 random bytes in base64url. */
export function newToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** The stored form of a token. Tokens hold 256 random bits, so a plain SHA-256 (hex) suffices. */
export function hashToken(token: string): string {
  return sha256Hex(token);
}

/** Compares hashes, which have equal lengths: the duration reveals nothing about either text. */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

/** Encrypts and decrypts secrets at rest. `context` binds the ciphertext to its row: it cannot be decrypted in another row. */
export interface SecretBox {
  seal(plain: string, context: string): string;
  /** Encrypts if there is a key, otherwise marks the text as plain: for data that the service cannot work without. */
  sealIfKeyed(plain: string, context: string): string;
  open(sealed: string, context: string): string;
  /** The same secret sealed with the current key; null if it already is. */
  reseal(sealed: string, context: string): string | null;
  /** 64 hexadecimal digits derived from the context and a key only; one for each key, the current one first. */
  derive(context: string): string[];
}

const PLAIN_VERSION = 'v0';
const GCM_VERSION = 'v1';
/** The full length: by default Node also accepts shorter tags, which are easier to forge. */
const GCM_TAG_BYTES = 16;

/** Without an encryption key no secret is stored. */
export const keylessBox: SecretBox = {
  seal() {
    throw refusal('encryption_key_missing');
  },
  sealIfKeyed(plain) {
    return `${PLAIN_VERSION}.${plain}`;
  },
  open(sealed) {
    if (!isPlain(sealed)) throw new Error('this secret was sealed with an ENCRYPTION_KEY; set it');
    return sealed.slice(PLAIN_VERSION.length + 1);
  },
  reseal() {
    throw refusal('encryption_key_missing');
  },
  derive() {
    throw refusal('encryption_key_missing');
  },
};

/**
 * @param key 32 bytes: encrypts and decrypts
 * @param previous 32 bytes: the key before this one, which only decrypts
 */
export function secretBox(key: Buffer, previous: Buffer | null = null): SecretBox {
  const box: SecretBox = {
    seal(plain, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        GCM_VERSION,
        iv.toString('base64'),
        cipher.getAuthTag().toString('base64'),
        body.toString('base64'),
      ].join('.');
    },
    sealIfKeyed(plain, context) {
      return box.seal(plain, context);
    },
    open(sealed, context) {
      if (isPlain(sealed)) return keylessBox.open(sealed, context);
      try {
        return decrypt(key, sealed, context);
      } catch (error) {
        if (previous === null) throw error;
        return decrypt(previous, sealed, context);
      }
    },
    reseal(sealed, context) {
      if (!isPlain(sealed) && opens(key, sealed, context)) return null;
      return box.seal(box.open(sealed, context), context);
    },
    derive(context) {
      return (
        [key, previous]
          .filter((each) => each !== null)
          // The keys also encrypt, so values are derived from separate keys.
          .map((each) => createHmac('sha256', each).update('derive').digest())
          .map((each) => createHmac('sha256', each).update(context).digest('hex'))
      );
    },
  };
  return box;
}

function isPlain(sealed: string): boolean {
  return sealed.startsWith(`${PLAIN_VERSION}.`);
}

function opens(key: Buffer, sealed: string, context: string): boolean {
  try {
    decrypt(key, sealed, context);
    return true;
  } catch {
    return false;
  }
}

/** No configured key decrypts the secret: it was sealed with another key, for another row, or was tampered with. */
export class UnreadableSecret extends Error {}

/** @throws UnreadableSecret */
function decrypt(key: Buffer, sealed: string, context: string): string {
  try {
    return decipher(key, sealed, context);
  } catch (cause) {
    throw new UnreadableSecret((cause as Error).message, { cause });
  }
}

function decipher(key: Buffer, sealed: string, context: string): string {
  const [version, iv = '', tag = '', body = ''] = sealed.split('.');
  if (version !== GCM_VERSION) throw new Error('sealed secret of an unknown version');
  const gcm = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), {
    authTagLength: GCM_TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(Buffer.from(tag, 'base64'));
  return Buffer.concat([gcm.update(Buffer.from(body, 'base64')), gcm.final()]).toString('utf8');
}
