/** What more web processes do for writes of one project, and of eight: rates compared with those of one process. */
import { deposits, payments, SUBACCOUNTS, transferLoads, type Next } from './api-loads.ts';
import { report } from './harness.ts';
import type { Person } from './people.ts';
import { addProject, inTurn, posts, type Measured, type Services } from './served.ts';

const PROJECTS = 8;

interface Comparison {
  /** Numbers of web processes; the first one is what the others are compared with. */
  webs: number[];
  /** Requests at a time, of all processes together: each process's batches hold its share of them. */
  connections: number;
}

export async function compareWebs(
  services: Services,
  people: Person[],
  { webs, connections }: Comparison,
): Promise<void> {
  const loads = await loadsOf(services, people);
  const served = await Promise.all(
    webs.map(async (count) => ({ count, served: await services.serveWith(count) })),
  );
  for (const [load, next] of Object.entries(loads)) {
    const measured = await inTurn(
      Object.fromEntries(
        served.map((each) => [
          `of ${each.count}`,
          () => posts(each.served, services.headers, next, connections),
        ]),
      ),
    );
    const [first] = Object.values(measured) as [Measured];
    webs.forEach((count) => {
      const { per_s, ...others } = measured[`of ${count}`] as Measured;
      report('api webs', {
        load,
        connections,
        webs: count,
        per_s,
        ratio: per_s / first.per_s,
        ...others,
      });
    });
  }
}

async function loadsOf(services: Services, people: Person[]): Promise<Record<string, Next>> {
  const { hot, spread } = await transferLoads(services, SUBACCOUNTS);
  const of_projects: Next[] = [];
  for (let n = 0; n < PROJECTS; n++)
    of_projects.push(
      (await transferLoads(await addProject(services), Math.round(SUBACCOUNTS / PROJECTS))).spread,
    );
  let turn = 0;
  return {
    transfers_hot: hot,
    transfers_spread: spread,
    sacco_deposits: deposits(people),
    payments,
    transfers_of_eight_projects: () => (of_projects[turn++ % PROJECTS] as Next)(),
  };
}
