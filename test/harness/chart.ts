/** The Helm chart, rendered; with the tools that deploy/helm/install-tools.sh installs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';

const CHART = resolve('deploy/helm/ushirika');
const TOOLS = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ushirika-chart-tools');
const HELM = join(TOOLS, 'helm');

export const CHART_TOOLS = TOOLS;
export const VALUES = ['small', 'production', 'production-postgresql'];
export const hasHelm = existsSync(HELM);
/** For the name of a test that is skipped. */
export const toolNote = (has: boolean): string => (has ? '' : ' (needs deploy/helm/install-tools.sh)');

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  // eslint-disable-next-line typescript/no-explicit-any -- tests look at objects field by field
  spec: any;
}

export const valuesFile = (name: string): string => resolve(`deploy/helm/values/${name}.yaml`);

export function renderChart(values: string): string {
  const release = ['template', 'ushirika', CHART, '--namespace', 'ushirika'];
  return execFileSync(HELM, [...release, '-f', valuesFile(values)], { encoding: 'utf8' });
}

export function objectsIn(manifest: string): KubernetesObject[] {
  return parseAllDocuments(manifest).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    const object = document.toJS() as KubernetesObject | null;
    return object ? [object] : [];
  });
}

/** @returns its exit code and all that it printed */
export function lintChart(...args: string[]): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(HELM, ['lint', '--strict', CHART, ...args], {
    encoding: 'utf8',
  });
  return { status, printed: stdout + stderr };
}
