/**
 * The Helm chart, rendered with each of the three files of values: it fits the schemas of Kubernetes and of the operators, and its
 * pods are what docs/operating/kubernetes.md promises. KEDA scales by the service's real metric, through a stand-in for Prometheus.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../api/server.ts';
import { listen } from '../../api/http/listen.ts';
import { QUEUE_NAMES } from '../../jobs/registry.ts';
import {
  CHART_TOOLS,
  hasHelm,
  lintChart,
  objectsIn,
  renderChart,
  toolNote,
  VALUES,
  valuesFile,
  type KubernetesObject,
} from '../harness/chart.ts';
import { startService, type TestService } from '../harness/index.ts';
import { startPrometheus } from '../stand-ins/prometheus.ts';

const VALIDATOR = join(CHART_TOOLS, 'python/bin/kubernetes-validate');
const hasValidators = hasHelm && existsSync(VALIDATOR);
/** The oldest and the newest version of Kubernetes whose schemas the validator has. */
const KUBERNETES = ['1.33', '1.37'];
/** Kinds of operators, and where the model of each is. */
const CUSTOM: Record<string, string> = {
  ScaledObject: '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject.js',
  ServiceMonitor: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor.js',
};

/** The last segment of a pod's template, wherever it is in the object. */
function podOf({ kind, spec }: KubernetesObject) {
  if (kind === 'CronJob') return spec.jobTemplate.spec.template.spec;
  return ['Deployment', 'Job'].includes(kind) ? spec.template.spec : null;
}

describe.skipIf(!hasHelm)(`the chart${toolNote(hasHelm)}`, () => {
  test.each(VALUES)('%s: helm lint finds nothing', (values) => {
    const { status, printed } = lintChart('-f', valuesFile(values));
    expect({ status, printed }).toEqual({ status: 0, printed: expect.not.stringMatching(/WARNING|ERROR/) });
  });

  test.each([
    ['web.replcas=3', 'replcas'],
    ['web.replicas=0', '/web/replicas'],
    ['workers.pools.housekeeping.replicas=0', '/workers/pools/housekeeping/replicas'],
    ['workers.pools.other.replicas=1', 'other'],
    ['publicUrl=https://a.example/', '/publicUrl'],
    ['shutdownSeconds=5', '/shutdownSeconds'],
  ])('%s is refused, with its place', (setting, named) => {
    const { status, printed } = lintChart('--set', setting);
    expect(status).toBe(1);
    expect(printed).toContain(named);
  });

  test.skipIf(!hasValidators).each(VALUES)(
    `%s: every object fits its schema${toolNote(hasValidators)}`,
    async (values) => {
      const manifest = renderChart(values);
      const folder = await mkdtemp(join(tmpdir(), 'ushirika-chart-'));
      const file = join(folder, 'manifest.yaml');
      await writeFile(file, manifest);
      const unknown = new Set<string>();
      for (const version of KUBERNETES) {
        const { status, stdout, stderr } = spawnSync(VALIDATOR, ['--strict', '-k', version, file], {
          encoding: 'utf8',
        });
        expect({ version, status, printed: status === 0 ? '' : stdout + stderr }).toEqual({
          version,
          status: 0,
          printed: '',
        });
        for (const [, kind = ''] of (stdout + stderr).matchAll(/find schema for kind (\w+)/g))
          unknown.add(kind);
      }
      await rm(folder, { recursive: true });
      expect([...unknown].filter((kind) => !(kind in CUSTOM))).toEqual([]);
      for (const object of objectsIn(manifest)) {
        const path = CUSTOM[object.kind];
        if (path === undefined) continue;
        const file_url = pathToFileURL(join(CHART_TOOLS, 'node_modules', path)).href;
        const Model = (
          (await import(file_url)) as Record<string, new (data: object) => { validate(): void }>
        )[object.kind];
        if (!Model) throw new Error(`${path} has no ${object.kind}`);
        expect(() => new Model(object).validate()).not.toThrow();
      }
    },
  );

  test.each(VALUES)(
    '%s: every pod runs without rights, with secrets by reference and time to end',
    (values) => {
      const pods = objectsIn(renderChart(values)).flatMap((object) => {
        const pod = podOf(object);
        return pod === null ? [] : [{ object, pod }];
      });
      expect(pods.length).toBeGreaterThanOrEqual(4);
      for (const { object, pod } of pods) {
        const { name } = object.metadata;
        expect(pod, name).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 1000,
            seccompProfile: { type: 'RuntimeDefault' },
          },
        });
        const [container, ...others] = pod.containers;
        expect(others).toEqual([]);
        expect(container.securityContext, name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        for (const variable of container.env)
          if (/URL$|KEY|TOKEN|PASSWORD/.test(variable.name) && variable.name !== 'PUBLIC_URL')
            expect([variable.name, Object.keys(variable)]).toEqual([variable.name, ['name', 'valueFrom']]);
        const program = container.command.find((word: string) => word.startsWith('dist/'));
        expect(existsSync(program.replace(/^dist\/(.*)\.js$/, '$1.ts')), program).toBe(true);
        if (object.kind !== 'Deployment') continue;
        const pause_s = Number(container.lifecycle?.preStop.exec.command[1] ?? 0);
        expect(pod.terminationGracePeriodSeconds, name).toBeGreaterThanOrEqual(pause_s + 30);
        for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
          expect(container[probe].httpGet.port, name).toBe(container.ports[0].name);
      }
    },
  );

  test('small: one pod serves, one works on every queue', () => {
    const deployments = objectsIn(renderChart('small')).filter(({ kind }) => kind === 'Deployment');
    expect(
      deployments.map(({ spec }) => [spec.replicas, spec.template.spec.containers[0].command.slice(-1)]),
    ).toEqual([
      [1, ['dist/api/main.js']],
      [1, ['all']],
    ]);
  });

  test.each(['production', 'production-postgresql'])('%s: a Deployment for every queue', (values) => {
    const objects = objectsIn(renderChart(values));
    const commands = objects
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => spec.template.spec.containers[0].command as string[]);
    const queues = commands
      .filter(([, program]) => program === 'dist/workers/main.js')
      .map((words) => words[2]);
    expect(queues).toHaveLength(QUEUE_NAMES.length);
    expect(new Set(queues)).toEqual(new Set(QUEUE_NAMES));
  });

  test('who sets the number of pods sets it alone', () => {
    const objects = objectsIn(renderChart('production'));
    const scaled = objects
      .filter(({ kind }) => ['ScaledObject', 'HorizontalPodAutoscaler'].includes(kind))
      .map(({ spec }) => spec.scaleTargetRef.name as string);
    const deployments = objects.filter(({ kind }) => kind === 'Deployment');
    expect(scaled.toSorted()).toEqual(deployments.map(({ metadata }) => metadata.name).toSorted());
    for (const { spec } of deployments) expect(spec).not.toHaveProperty('replicas');
  });

  test('the migrations come before everything else', () => {
    const job = objectsIn(renderChart('production')).find(({ kind }) => kind === 'Job');
    expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    expect(podOf(job as KubernetesObject)).not.toHaveProperty('serviceAccountName');
  });
});

describe.skipIf(!hasHelm)(`KEDA by what is due${toolNote(hasHelm)}`, () => {
  let service: TestService;
  let scaled: KubernetesObject[];

  // Nobody works on the queues.
  beforeAll(async () => {
    service = await startService();
    scaled = objectsIn(renderChart('production')).filter(({ kind }) => kind === 'ScaledObject');
  });
  afterAll(() => service.stop());

  /** What KEDA and the HorizontalPodAutoscaler make of a ScaledObject: the most that any of its triggers wants. */
  async function replicasOf(
    { spec }: KubernetesObject,
    prometheus_url: string,
  ): Promise<number | 'fallback'> {
    const wanted: (number | null)[] = [];
    for (const { type, metadata } of spec.triggers) {
      expect([type, metadata.ignoreNullValues]).toEqual(['prometheus', 'false']);
      const query = new URLSearchParams({ query: metadata.query });
      const answer = await fetch(`${prometheus_url}/api/v1/query?${query.toString()}`);
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
      const [found] = data.result;
      wanted.push(found ? Math.ceil(Number(found.value[1]) / Number(metadata.threshold)) : null);
    }
    const known = wanted.filter((each) => each !== null);
    if (known.length < wanted.length) return 'fallback';
    return Math.min(Math.max(spec.minReplicaCount, ...known), spec.maxReplicaCount);
  }

  /** The pods of every queue by the metrics of a web process of its own, which remembers no earlier figures. */
  async function replicas(labels: Record<string, string>): Promise<Record<string, number | 'fallback'>> {
    const web = await listen(createApp(service.ctx, service.store), { host: '127.0.0.1', port: 0 });
    const prometheus = await startPrometheus([{ url: `${web.url}/metrics`, labels }]);
    const found: [string, number | 'fallback'][] = [];
    for (const object of scaled)
      found.push([
        object.metadata.name.replace('ushirika-worker-', ''),
        await replicasOf(object, prometheus.url),
      ]);
    await prometheus.close();
    await web.close();
    return Object.fromEntries(found);
  }

  /** As the operator sets them for the chart's ServiceMonitor. */
  const LABELS = { namespace: 'ushirika', job: 'ushirika-web' };
  const ONE_EACH = Object.fromEntries(QUEUE_NAMES.map((queue) => [queue, 1]));

  async function haveDueEmails(count: number, age_s: number): Promise<void> {
    await service.ctx.db('account_emails').delete();
    await service.ctx.db.raw(
      `insert into account_emails (id, email, kind, next_attempt_at)
       select 'aem_' || gen_random_uuid(), 'a@example.org', 'password_reset', now() - ? * interval '1 second'
       from generate_series(1, ?::integer)`,
      [age_s, count],
    );
  }

  test('one pod each while nothing is due', async () => {
    expect(await replicas(LABELS)).toEqual(ONE_EACH);
  });

  test.each([
    { what: 'the rows that are due', rows: 250, age_s: 1, pods: 2 },
    { what: 'the age of the oldest', rows: 1, age_s: 400, pods: 2 },
    { what: 'at most its maximum', rows: 5_000, age_s: 4_000, pods: 2 },
    { what: 'but not for little', rows: 150, age_s: 100, pods: 1 },
  ])('a pool grows by $what, and no other does', async ({ rows, age_s, pods }) => {
    await haveDueEmails(rows, age_s);
    expect(await replicas(LABELS)).toEqual({ ...ONE_EACH, 'account-emails': pods });
  });

  test('figures of another release count for nothing: the fallback does', async () => {
    const other = await replicas({ ...LABELS, namespace: 'staging' });
    expect(new Set(Object.values(other))).toEqual(new Set(['fallback']));
    for (const { spec } of scaled) expect(spec.fallback).toEqual({ failureThreshold: 3, replicas: 1 });
  });
});
