/** The demonstration: a project of a newcomer, filled with a year of a plausible cooperative. */
export { countDueFills, findDemo, markDemo, readDemo, startFilling, sweepDemos } from './demo-project.ts';
export { demoSchema, presentDemo } from './demo.presenter.ts';
export { fillDemo, YEAR } from './fill-demo.ts';
