/** Every error by which Node, the driver or PostgreSQL says that the database is out of reach is answered with 503, no other. */
import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { asAppError } from '../../api/http/errors.ts';
import { NODE_FAULTS, NODE_FAULTS_OF_CONNECT, sqlState, SERVER_FAULTS } from '../../db/faults.ts';

function serverError(code: string, severity = 'ERROR'): Error {
  return Object.assign(new DatabaseError('the server said so', 0, 'error'), { code, severity });
}

function nodeError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

/** As queries of models throw it: without the code. */
function ofModel(nativeError: Error): Error {
  return Object.assign(new Error(nativeError.message), { name: 'DBError', nativeError });
}

function expectAnswer(error: Error, status: number): void {
  expect([asAppError(error).status, asAppError(ofModel(error)).status]).toEqual([status, status]);
}

describe('what Node says of a connection', () => {
  test.each(Object.keys(NODE_FAULTS))('%s is 503', (code) => {
    expectAnswer(nodeError(code, 'write'), 503);
    expectAnswer(nodeError(code, 'read'), 503);
    expectAnswer(nodeError(code, 'connect'), 503);
  });

  test.each(Object.keys(NODE_FAULTS_OF_CONNECT))(
    '%s is 503 when connecting, and a defect elsewhere',
    (code) => {
      expectAnswer(nodeError(code, 'connect'), 503);
      expectAnswer(nodeError(code, 'open'), 500);
    },
  );

  test('no code of Node counts as a SQLSTATE, though some have five capitals', () => {
    for (const code of ['EPIPE', 'EBUSY', 'EPERM', 'EROFS', 'EBADF'])
      expect([code, sqlState(nodeError(code, 'write'))]).toEqual([code, null]);
    for (const code of ['23505', '57P01', 'XX000', 'P0001', 'HV00J'])
      expect([code, sqlState(serverError(code))]).toEqual([code, code]);
  });
});

describe('what PostgreSQL says', () => {
  test.each(Object.keys(SERVER_FAULTS))('%s is 503', (code) => expectAnswer(serverError(code), 503));

  test.each([
    '08P01', // The statement's fault: a wrong message.
    '22P02',
    '23503',
    '23505',
    '23514',
    '25P02', // What a statement before it has caused.
    '42501',
    '42601',
    '42P01',
    '58P01', // Missing files of the server: no repeat helps.
    'P0001',
    'XX000',
    'XX001',
  ])('%s is a defect', (code) => expectAnswer(serverError(code), 500));

  test('whatever ends a session is 503: poolers say so under codes of their own', () => {
    expectAnswer(serverError('08P01', 'FATAL'), 503);
    expectAnswer(serverError('XX000', 'PANIC'), 503);
  });
});

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Connection terminated',
  'Connection ended unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'There was an error establishing an SSL connection',
  'The server does not support SSL connections',
  'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
  'Received unexpected commandComplete message from backend.',
  'received invalid response: 4a',
  'Cannot use a pool after calling end on the pool',
  'Unable to acquire a connection',
])('the driver says "%s": 503', (message) => {
  expectAnswer(new Error(message), 503);
  expectAnswer(new Error(`select "id" from "payments" where "id" = $1 - ${message}`), 503);
});

test('a wait for a connection that took too long is 503', () => {
  expectAnswer(
    Object.assign(new Error('Knex: Timeout acquiring a connection.'), { name: 'KnexTimeoutError' }),
    503,
  );
});

test('other errors are defects', () => {
  expectAnswer(new TypeError("Cannot read properties of undefined (reading 'id')"), 500);
  expectAnswer(Object.assign(new Error('no'), { code: 'ERR_INVALID_ARG_TYPE' }), 500);
});
