import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Circuit, CircuitOpen, Circuits, type CircuitState } from '../../core/circuit.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const fault = () => Promise.reject(new Error('down'));
const well = () => Promise.resolve('well');

/** Faults until it opens. */
async function opened(open_for_ms: number, states: CircuitState[] = []): Promise<Circuit> {
  const circuit = new Circuit({ opens_after: 3, open_for_ms, onChange: (state) => void states.push(state) });
  for (let n = 0; n < 3; n++) await expect(circuit.run(fault)).rejects.toThrow('down');
  return circuit;
}

test('faults in a row open it, and then nothing is called', async () => {
  const circuit = await opened(60_000);
  let calls = 0;
  const call = () => Promise.resolve(++calls);
  await expect(circuit.run(call)).rejects.toThrow(CircuitOpen);
  expect(calls).toBe(0);
  expect(circuit.is_admitting).toBe(false);
  const { state, opened_at, probe_at } = circuit.view;
  expect(state).toBe('open');
  expect((probe_at as Date).getTime() - (opened_at as Date).getTime()).toBe(60_000);
});

test('a call that comes back well ends the row', async () => {
  const circuit = new Circuit({ opens_after: 3, open_for_ms: 60_000 });
  for (const call of [fault, fault, well, fault, fault]) await circuit.run(call).catch(() => undefined);
  expect(circuit.view).toEqual({ state: 'closed', opened_at: null, probe_at: null });
  expect(await circuit.run(well)).toBe('well');
});

test('one probe is let through, and closes it when it comes back well', async () => {
  const states: CircuitState[] = [];
  const circuit = await opened(30_000, states);
  vi.advanceTimersByTime(29_999);
  expect(circuit.is_admitting).toBe(false);
  vi.advanceTimersByTime(1);
  let answer: (text: string) => void = () => undefined;
  const probe = circuit.run(() => new Promise<string>((resolve) => (answer = resolve)));
  expect(circuit.view).toMatchObject({ state: 'half_open', probe_at: null });
  await expect(circuit.run(well)).rejects.toThrow(CircuitOpen);
  answer('well');
  expect(await probe).toBe('well');
  expect(await circuit.run(well)).toBe('well');
  expect(states).toEqual(['open', 'half_open', 'closed']);
});

test('a probe that fails opens it again', async () => {
  const circuit = await opened(30_000);
  vi.advanceTimersByTime(30_000);
  await expect(circuit.run(fault)).rejects.toThrow('down');
  expect(circuit.view).toMatchObject({ state: 'open', opened_at: new Date() });
  expect(circuit.is_admitting).toBe(false);
});

test('calls that were under way when it opened do not keep it open for longer', async () => {
  const circuit = new Circuit({ opens_after: 2, open_for_ms: 60_000 });
  let fail: () => void = () => undefined;
  const slow = circuit.run(() => new Promise((_resolve, reject) => (fail = () => reject(new Error('late')))));
  for (const call of [fault, fault]) await circuit.run(call).catch(() => undefined);
  const { opened_at } = circuit.view;
  vi.advanceTimersByTime(1_000);
  fail();
  await expect(slow).rejects.toThrow('late');
  expect(circuit.view.opened_at).toEqual(opened_at);
});

test('a call that was under way when it opened, and succeeds, closes it', async () => {
  const circuit = new Circuit({ opens_after: 2, open_for_ms: 60_000 });
  let answer: (text: string) => void = () => undefined;
  const slow = circuit.run(() => new Promise<string>((resolve) => (answer = resolve)));
  for (const call of [fault, fault]) await circuit.run(call).catch(() => undefined);
  expect(circuit.view.state).toBe('open');
  answer('late');
  expect(await slow).toBe('late');
  expect(circuit.view.state).toBe('closed');
});

test('a system clock that is set back keeps it open no longer', async () => {
  const circuit = await opened(30_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(30_000);
  expect(await circuit.run(well)).toBe('well');
});

test('each name has its own', async () => {
  const circuits = new Circuits(() => ({ opens_after: 1, open_for_ms: 60_000 }));
  await circuits
    .of('a')
    .run(fault)
    .catch(() => undefined);
  expect([circuits.of('a').view.state, circuits.of('b').view.state]).toEqual(['open', 'closed']);
});
