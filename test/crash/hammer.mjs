/** Posts the chains that its parent sends, some at a time, and tells of every answer. Made to be killed in the middle. */
import { ledgerPool } from '../../dist/db/connection.js';
import { postgresBackend } from '../../dist/domain/ledger/postgres/backend.js';

/** Submissions under way at once, so that there always is a batch under way and another waiting. */
const AT_ONCE = 40;

const ledger = postgresBackend(ledgerPool(process.env.DATABASE_URL));

process.once('message', (chains) => {
  let next = 0;
  const work = async () => {
    while (next < chains.length) {
      const no = next++;
      const [outcome] = await ledger.post([chains[no]], new Date());
      process.send({ id: chains[no][0].id, outcome });
    }
  };
  for (let i = 0; i < AT_ONCE; i++) void work();
});
