/** A process of its own whose ledger is out of reach: it must be told so in time, and be able to end by itself. */
import { connect } from '../../dist/db/connection.js';
import { tigerbeetleBackend } from '../../dist/domain/ledger/tigerbeetle/backend.js';

const [addresses, deadline_ms] = process.argv.slice(2);
// Never reached: the cluster is asked first.
const db = connect('postgres://nobody@127.0.0.1:1/nothing', 1);
const ledger = tigerbeetleBackend(db, [addresses], undefined, Number(deadline_ms));
const id = (no) => `00000000-0000-7000-8000-00000000000${no}`;
const transfer = {
  id: id(1),
  debit_account_id: id(2),
  credit_account_id: id(3),
  amount: 1n,
  code: 3,
  phase: null,
  pending_id: null,
  timeout_s: 0,
  reference: '',
  memo: null,
};

const calls = {
  post: () => ledger.post([[transfer]], new Date()),
  balances: () => ledger.balances([id(2)], new Date()),
  history: () => ledger.history(id(2), 10),
  ping: () => ledger.ping(),
};
const told = {};
for (const [name, call] of Object.entries(calls)) {
  told[name] = await call().then(
    () => ({ code: 'answered' }),
    ({ code, status }) => ({ code, status }),
  );
}
// One is still under way.
const cut = calls.ping().then(
  () => 'answered',
  ({ code }) => code,
);
await ledger.close();
told.closed = { code: await cut };
await db.destroy();
console.log(JSON.stringify(told));
