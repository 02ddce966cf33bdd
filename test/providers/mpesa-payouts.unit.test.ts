/** What M-PESA's results and answers about payouts prove, and what is asked next. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDuplicate, isRefused } from '../../domain/payments/providers/mpesa/answers.rules.ts';
import { readResult, type LaterResult } from '../../domain/payments/providers/mpesa/callback.rules.ts';
import { marketOf } from '../../domain/payments/providers/mpesa/markets.rules.ts';
import {
  feeIn,
  isOfConversation,
  nextStep,
  verdict,
  type RequestedPayout,
} from '../../domain/payments/providers/mpesa/payouts/payout.rules.ts';
import { statusTopic } from '../../domain/payments/providers/mpesa/payouts/payout.ts';
import { remarksOf } from '../../domain/payments/providers/mpesa/requests.rules.ts';

const ID = 'pyo_06A00000000000000000000000';
const CONVERSATION = 'AG_20240706_2010364430d9bbdaf872';
const RECEIPT = 'SG632NMUAB';
const PHONE = '254705912645';

function told(fields: Partial<LaterResult>): LaterResult {
  return {
    result_code: '0',
    description: null,
    transaction_id: null,
    originator_conversation_id: ID,
    conversation_id: CONVERSATION,
    parameters: {},
    ...fields,
  };
}

const requested: RequestedPayout = {
  id: ID,
  conversation_id: CONVERSATION,
  amount_minor: 30_000n,
  phone: PHONE,
  result: null,
  answers: { conversation: null, transaction: null },
  answered_late: true,
  asked_by: null,
  asked_just_now: false,
};

/** An answer about the status, as Safaricom's documentation shows it. */
function status(TransactionStatus: string, parameters: Record<string, string> = {}): LaterResult {
  return told({
    parameters: {
      CreditPartyName: `${PHONE} - JANE DOE`,
      DebitPartyCharges: 'Fee For B2C Payment|KES|22.40',
      TransactionStatus,
      Amount: '300',
      ConversationID: CONVERSATION,
      ReceiptNo: RECEIPT,
      ...parameters,
    },
  });
}

const success = told({ transaction_id: RECEIPT });
const refused = (result_code: string, description = 'It was not made.'): LaterResult =>
  told({ result_code, description, transaction_id: 'SG722NMVXQ' });
const unknown = told({ result_code: '2032', description: 'The transaction does not exist.' });
const locked = told({ result_code: '2001', description: 'The initiator information is invalid.' });

function step(changes: Partial<RequestedPayout>, conversation: LaterResult | null = null) {
  return nextStep({ ...requested, ...changes, answers: { conversation, transaction: null } });
}

describe('a payout is made where the status says so', () => {
  test('with its receipt and the fee', () => {
    const made = { kind: 'succeeded', receipt: RECEIPT, fee: '22.40' };
    expect(step({ result: success }, status('Completed'))).toEqual(made);
    expect(step({}, status('Completed'))).toEqual(made);
  });

  test('even after a result that says that it was not', () => {
    expect(step({ result: refused('1') }, status('Completed'))).toMatchObject({ kind: 'succeeded' });
  });

  test('and never by the result alone', () => {
    expect(step({ result: success })).toEqual({ kind: 'ask', asked_by: 'conversation' });
    expect(step({ result: success }, unknown).kind).toBe('ask');
    expect(step({ result: success }, locked).kind).toBe('ask');
  });
});

describe('a payout fails', () => {
  test.each([
    ['1', 'insufficient_funds'],
    ['2', 'limit_reached'],
    ['8', 'limit_reached'],
    ['17', 'system_busy'],
    ['2040', 'payee_not_found'],
    ['2028', 'declined'],
    ['toString', 'declined'],
  ])('with result %s, once the status confirms it', (code, failure_code) => {
    const result = refused(code);
    const failed = { kind: 'failed', failure_code, message: 'It was not made.' };
    expect(step({ result }).kind).toBe('ask');
    expect(step({ result }, status('Failed'))).toEqual(failed);
    expect(step({ result }, status('Declined'))).toEqual(failed);
    expect(step({ result }, unknown)).toEqual(failed);
    expect(step({ result }, told({ result_code: '26' })).kind).toBe('ask');
  });

  test('where the initiator is refused, by the result and by the answer alike', () => {
    expect(step({ result: refused('2001') }, locked)).toMatchObject({ kind: 'failed' });
    expect(step({ result: refused('1') }, locked).kind).toBe('ask');
    expect(step({}, locked).kind).toBe('ask');
  });

  test('of what is not to be found only by its own conversation, once it can be in no queue any more', () => {
    const result = refused('1');
    expect(step({ result, answered_late: false }, unknown).kind).toBe('ask');
    const answers = { conversation: told({ result_code: '26' }), transaction: unknown };
    expect(nextStep({ ...requested, result, answers }).kind).toBe('ask');
    expect(step({ result }, unknown).kind).toBe('failed');
  });

  test('never because the operator is missing: that says nothing of the payout', () => {
    const missing = told({ result_code: 'SFC_IC0003', description: 'The operator does not exist.' });
    expect(step({ result: refused('1') }, missing).kind).toBe('ask');
    expect(step({}, missing).kind).toBe('ask');
    expect(step({ result: refused('SFC_IC0003') }, unknown)).toMatchObject({
      kind: 'failed',
      failure_code: 'declined',
    });
  });

  test('without a result only where the status says so: what is not to be found may be in a queue', () => {
    expect(step({}, status('Failed'))).toMatchObject({ kind: 'failed', failure_code: 'declined' });
    expect(step({}, unknown).kind).toBe('ask');
  });

  test('never because of a duplicate, nor of what says of itself that it was processed', () => {
    expect(step({ result: refused('15') }, unknown).kind).toBe('ask');
    const processed = refused('21', 'The service request is processed successfully.');
    expect(step({ result: processed }, unknown).kind).toBe('ask');
  });
});

describe('an answer', () => {
  test.each([
    ['completed', status('Completed'), 'made'],
    ['of another amount', status('Completed', { Amount: '300.01' }), 'nothing'],
    ['of an amount that cannot be read', status('Completed', { Amount: 'x' }), 'nothing'],
    ['of another receiver', status('Completed', { CreditPartyName: '254700000001 - X' }), 'nothing'],
    ['of a shortcode', status('Completed', { CreditPartyName: '600310 - Safaricom' }), 'nothing'],
    ['of a receiver that is masked', status('Completed', { CreditPartyName: '2547****645 - X' }), 'made'],
    ['of another conversation', status('Completed', { ConversationID: 'AG_1' }), 'nothing'],
    ['failed, of another receiver', status('Failed', { CreditPartyName: '254700000001 - X' }), 'nothing'],
    ['under way', status('Pending'), 'nothing'],
    ['reversed since', status('Reversed'), 'nothing'],
    ['not to be found', unknown, 'not_there'],
    [
      'not to be found, in words',
      told({ result_code: '1', description: 'No transaction found' }),
      'not_there',
    ],
    ['busy', told({ result_code: '26' }), 'nothing'],
    ['the initiator is refused', locked, 'initiator_refused'],
    ['without a code', told({ result_code: null }), 'nothing'],
  ] as const)('%s', (_name, answer, proves) => {
    const answers = { conversation: answer, transaction: null };
    expect(verdict({ ...requested, answers }, 'conversation')).toBe(proves);
    expect(verdict({ ...requested, answers }, 'transaction')).toBe('nothing');
  });

  test('whose conversation is not known, because the answer to the request was lost', () => {
    const answers = { conversation: status('Completed'), transaction: null };
    expect(verdict({ ...requested, conversation_id: null, answers }, 'conversation')).toBe('made');
  });
});

test('the transaction that the result names is asked about in turns with the conversation', () => {
  const result = success;
  expect(step({ result })).toEqual({ kind: 'ask', asked_by: 'conversation' });
  expect(step({ result, asked_by: 'conversation', asked_just_now: true })).toEqual({
    kind: 'ask',
    asked_by: 'transaction',
  });
  expect(step({ result, asked_by: 'transaction' })).toEqual({ kind: 'ask', asked_by: 'conversation' });
  expect(step({ asked_by: 'conversation', asked_just_now: true })).toEqual({ kind: 'wait' });
  const by_transaction = nextStep({
    ...requested,
    result,
    answers: { conversation: unknown, transaction: status('Completed') },
  });
  expect(by_transaction).toMatchObject({ kind: 'succeeded' });
});

test('whatever is told, nothing but a status of this payout ends it', () => {
  const code = fc.constantFrom('0', '1', '15', '17', '21', '2001', '2032', '26', null);
  const answer = fc.option(
    fc.record({
      result_code: code,
      description: fc.constantFrom(null, 'processed successfully', 'not found', 'no'),
      transaction_id: fc.constantFrom(null, RECEIPT),
      originator_conversation_id: fc.constant(ID),
      conversation_id: fc.constant(CONVERSATION),
      parameters: fc.record(
        {
          TransactionStatus: fc.constantFrom('Completed', 'Failed', 'Pending'),
          Amount: fc.constantFrom('300', '299', 'x'),
          CreditPartyName: fc.constantFrom(`${PHONE} - A`, '254700000001 - B'),
        },
        { requiredKeys: [] },
      ),
    }),
  );
  fc.assert(
    fc.property(answer, answer, answer, (result, conversation, transaction) => {
      const payout = { ...requested, result, answers: { conversation, transaction } };
      const verdicts = [verdict(payout, 'conversation'), verdict(payout, 'transaction')];
      const { kind } = nextStep(payout);
      expect(kind === 'succeeded').toBe(verdicts.includes('made'));
      expect(kind === 'failed' && verdicts.every((each) => each === 'nothing')).toBe(false);
    }),
  );
});

test('fees are added up, exactly or not at all', () => {
  const fee = (DebitPartyCharges: string) => feeIn(told({ parameters: { DebitPartyCharges } }));
  expect(fee('Fee For B2C Payment|KES|22.40')).toBe('22.40');
  expect(fee('Fee|KES|22.40&Excise|KES|1.6')).toBe('24.00');
  expect(fee('Fee|KES|22.405')).toBeNull();
  expect(fee('none')).toBeNull();
  expect(feeIn(told({}))).toBeNull();
});

test('a result is of the conversation that carries our id, or the one that M-PESA gave', () => {
  const payout = { id: ID, conversation_id: CONVERSATION };
  const other = { originator_conversation_id: 'another', conversation_id: 'AG_1' };
  expect(isOfConversation(told({}), payout)).toBe(true);
  expect(isOfConversation(told({ originator_conversation_id: '53e3-4aa8' }), payout)).toBe(true);
  expect(isOfConversation(told(other), payout)).toBe(false);
  expect(isOfConversation(told({ ...other, conversation_id: null }), { id: ID, conversation_id: null })).toBe(
    false,
  );
});

test('a result names its conversation', () => {
  const Result = { ResultCode: 0, OriginatorConversationID: ID, ConversationID: CONVERSATION };
  expect(readResult({ Result })).toMatchObject({
    originator_conversation_id: ID,
    conversation_id: CONVERSATION,
  });
});

test('answers to the request: a duplicate arrived before, and one that is kept for later is not refused', () => {
  expect(
    isDuplicate({ errorCode: '500.002.1001', errorMessage: 'Duplicate OriginatorConversationID.' }),
  ).toBe(true);
  expect(isDuplicate({ errorCode: '500.002.1001', errorMessage: 'Service is under maintenance' })).toBe(
    false,
  );
  expect(isRefused(200, { ResponseCode: '100000000' })).toBe(false);
  expect(isRefused(200, { ResponseCode: '1' })).toBe(true);
});

test('the address of an answer about the status cannot be guessed from that of the result', () => {
  const topic = (secret: string, by: 'conversation' | 'transaction', id = ID) =>
    statusTopic({ id }, by, { credentials: { consumer_secret: secret } });
  const topics = [topic('a', 'conversation'), topic('a', 'transaction'), topic('b', 'conversation')];
  expect(new Set([...topics, topic('a', 'conversation', 'pyo_2')]).size).toBe(4);
  // Daraja refuses addresses with certain words: digits of base 16 spell none.
  for (const each of topics) expect(each).toMatch(/^status-[0-9a-f]{40}$/);
});

test('remarks are of 2 to 100 characters that the gateway lets through', () => {
  expect(remarksOf('Withdrawal 42 – "Asha"')).toBe('Withdrawal 42 Asha');
  expect(remarksOf(null)).toBe('Payout');
  expect(remarksOf('ደ')).toBe('Payout');
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(remarksOf(text)).toMatch(/^[A-Za-z0-9 .,:/_-]{2,100}$/);
    }),
  );
});

test('the paths of the countries', () => {
  expect(marketOf({}).paths.payout).toBe('/mpesa/b2c/v3/paymentrequest');
  expect(marketOf({ country: 'ET' }).paths.payout).toBe('/mpesa/b2c/v2/paymentrequest');
});
