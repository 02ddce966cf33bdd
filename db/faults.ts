/** What errors of the driver mean: which of them are faults of the connection or of the server, and not of the statement. */
import { constants } from 'node:os';

/**
 * What Node reports of a connection, by its code. Only codes that an errno table or Node itself defines; those that files have,
 * too, count only where the failed call was `connect`.
 */
export const NODE_FAULTS: Readonly<Record<string, string>> = {
  // There is no connection, or the other side has ended it.
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the other side, or a firewall, cut the connection',
  ECONNABORTED: 'the connection was given up',
  EPIPE: 'the other side had closed the connection before something was sent',
  ENOTCONN: 'the connection is closed',
  ESHUTDOWN: 'the connection is closed',
  ECANCELED: 'the connection was closed while it was used',
  ERR_STREAM_DESTROYED: 'the connection was closed before something was sent',
  ERR_STREAM_WRITE_AFTER_END: 'the connection was closed before something was sent',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection was closed before all was received',
  ERR_SOCKET_CLOSED: 'the connection is closed',
  ERR_SOCKET_CLOSED_BEFORE_CONNECTION: 'the connection was closed before it was open',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'no address answered in time',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'the other side did not answer in time',
  // It is not safe, or not of the agreed kind.
  EPROTO: 'the other side does not speak TLS as it should',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  CERT_NOT_YET_VALID: 'the certificate of the server is not valid yet',
  CERT_REVOKED: 'the certificate of the server was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody vouches for the certificate of the server',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody vouches for the certificate of the server',
  UNABLE_TO_GET_ISSUER_CERT: 'nobody vouches for the certificate of the server',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody vouches for the certificate of the server',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody vouches for the certificate of the server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is of another server',
  // The way there is interrupted.
  ETIMEDOUT: 'no answer in time',
  EHOSTDOWN: 'the machine is down',
  EHOSTUNREACH: 'no way to the machine',
  ENETDOWN: 'the network is down',
  ENETRESET: 'the network dropped the connection',
  ENETUNREACH: 'no way to the network',
  EADDRNOTAVAIL: 'no free port for another connection',
  // Its name cannot be resolved.
  ENOTFOUND: 'no such name',
  EAI_AGAIN: 'the name server does not answer',
  EAI_FAIL: 'the name server failed',
  EAI_NODATA: 'the name has no address',
  EAI_NONAME: 'no such name',
  // This machine has no room for another connection.
  ENOBUFS: 'no memory for another connection',
};

/** The same for codes that other calls have, too. A Unix socket is a file. */
export const NODE_FAULTS_OF_CONNECT: Readonly<Record<string, string>> = {
  ENOENT: 'the socket is not there',
  EACCES: 'the socket may not be used',
  EPERM: 'a firewall of this machine forbids the connection',
  EAGAIN: 'the socket has no room for another connection',
  EMFILE: 'the process has too many open files',
  ENFILE: 'the machine has too many open files',
  ENOMEM: 'no memory for another connection',
};

/** What PostgreSQL reports, by SQLSTATE. */
export const SERVER_FAULTS: Readonly<Record<string, string>> = {
  '08000': 'connection exception',
  '08001': 'cannot establish the connection',
  '08003': 'the connection does not exist',
  '08004': 'the server rejected the connection',
  '08006': 'connection failure',
  '08007': 'transaction resolution unknown',
  '25006': 'read-only: a standby, or about to be one',
  '25P03': 'idle in a transaction for too long',
  '25P04': 'the transaction took too long',
  '28000': 'the server turns the user away',
  '28P01': 'the server does not accept the password',
  '3D000': 'the database does not exist',
  '40001': 'serialization failure',
  '40003': 'statement completion unknown',
  '40P01': 'deadlock',
  '53000': 'insufficient resources',
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '53400': 'configuration limit exceeded',
  '55P03': 'a lock was not available in time',
  '57000': 'operator intervention',
  '57014': 'cancelled: it took too long',
  '57P01': 'the server shuts down, or the session was terminated',
  '57P02': 'the server crashed',
  '57P03': 'the server starts, stops or recovers',
  '57P04': 'the database was dropped',
  '57P05': 'the session was idle for too long',
  '58000': 'error of the operating system',
  '58030': 'input or output error',
};

/** What the driver, the pools and knex report without a code. */
export const FAULT_MESSAGES: readonly RegExp[] = [
  /connection terminated/i,
  /terminating connection/i,
  /connection ended/i,
  /not queryable/i,
  /timeout expired/i,
  /query read timeout/i,
  /timeout exceeded when trying to connect/i,
  /error establishing an SSL connection/i,
  /does not support SSL connections/i,
  /\bSASL: /,
  /received unexpected \w+ message from backend/i,
  /received invalid response/i,
  /cannot use a pool after calling end/i,
  /unable to acquire a connection/i,
];

/** Of the session as a whole, which ends with it. A pooler in between reports its own faults so, under other codes. */
const FATAL = new Set(['FATAL', 'PANIC']);

interface DriverError {
  code?: unknown;
  constraint?: string;
  severity?: string;
  syscall?: string;
  message?: string;
  name?: string;
}

/** The driver's error: queries of models wrap it. */
function driverError(error: unknown): DriverError {
  return (error as { nativeError?: object } | null)?.nativeError ?? (error as object | null) ?? {};
}

/** SQLSTATE of a database error, or null for other errors. Some codes of Node have five capitals, too. */
export function sqlState(error: unknown): string | null {
  const { code } = driverError(error);
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !Object.hasOwn(constants.errno, code)
    ? code
    : null;
}

/** Name of the unique constraint that an insert violated, or null for other errors. */
export function brokenUnique(error: unknown): string | null {
  return sqlState(error) === '23505' ? (driverError(error).constraint ?? '') : null;
}

/** True when the database was unreachable, timed out or cut the connection, so that the outcome may be unknown. */
export function isConnectionFault(error: unknown): boolean {
  const { code, severity = '', syscall, message = '', name } = driverError(error);
  if (sqlState(error) !== null) return Object.hasOwn(SERVER_FAULTS, code as string) || FATAL.has(severity);
  const known = syscall === 'connect' ? { ...NODE_FAULTS, ...NODE_FAULTS_OF_CONNECT } : NODE_FAULTS;
  return (
    name === 'KnexTimeoutError' ||
    (typeof code === 'string' && Object.hasOwn(known, code)) ||
    FAULT_MESSAGES.some((said) => said.test(message))
  );
}

/** True when the server cancelled a statement because it took too long or waited for a lock. */
export function isTimeout(error: unknown): boolean {
  return ['57014', '55P03'].includes(sqlState(error) ?? '');
}
