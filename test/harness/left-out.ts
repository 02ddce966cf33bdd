/** Prints at the end of a run which projects it left out, and how to run them. */
import type { Reporter, Vitest } from 'vitest/node';
import { PROJECTS } from './projects.ts';

export class LeftOut implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(): void {
    const run = new Set(this.vitest?.projects.map(({ name }) => name));
    const left_out = Object.entries(PROJECTS).filter(([name]) => !run.has(name));
    if (left_out.length === 0) return;
    const lines = left_out.map(([name, { about }]) => `   ${name}: ${about}`);
    this.vitest?.logger.log([' Left out:', ...lines, ' Run everything: npm run test:all', ''].join('\n'));
  }
}
