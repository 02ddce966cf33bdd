/** The classes of loans by days past due, and the provision rate of each. Pure. */
import { leg } from '../../movements/index.ts';

export interface LoanClass {
  name: string;
  /** Days past due from which a loan is of this class. */
  from_days: number;
  /** Provision as a share of the outstanding principal. */
  rate_bps: number;
}

/** Kenya's rates. */
export const DEFAULT_CLASSES: readonly LoanClass[] = [
  { name: 'performing', from_days: 0, rate_bps: 100 },
  { name: 'watch', from_days: 1, rate_bps: 500 },
  { name: 'substandard', from_days: 31, rate_bps: 2_500 },
  { name: 'doubtful', from_days: 181, rate_bps: 5_000 },
  { name: 'loss', from_days: 361, rate_bps: 10_000 },
];

export const MIN_CLASSES = 2;
export const MAX_CLASSES = 10;

/** A problem of one class. */
export interface ClassProblem {
  /** As in `classes[1].from_days`. */
  path: string;
  message: string;
}

/** Checks that days rise from 0, rates never fall and names differ. @returns the problems, in order */
export function classProblems(classes: readonly LoanClass[]): ClassProblem[] {
  return classes.flatMap(({ name, from_days, rate_bps }, i) => {
    const before = classes[i - 1];
    const problem = (field: keyof LoanClass, message: string): ClassProblem => ({
      path: `classes[${i}].${field}`,
      message: `"classes[${i}].${field}" ${message}`,
    });
    return [
      ...(classes.slice(0, i).some((each) => each.name === name)
        ? [problem('name', 'is the name of a class before it')]
        : []),
      ...(!before && from_days !== 0
        ? [problem('from_days', 'must be 0: a loan on time has a class too')]
        : []),
      ...(before && from_days <= before.from_days
        ? [problem('from_days', 'must be more than that of the class before it')]
        : []),
      ...(before && rate_bps < before.rate_bps
        ? [problem('rate_bps', 'must not be less than that of the class before it')]
        : []),
    ];
  });
}

const MOVEMENT = { kind: 'loan_provision', source: null, income: null, is_reversible: false } as const;

/** More is provided for. */
export const ALLOWANCE_UP = {
  ...MOVEMENT,
  direction: 'in',
  legs: [leg('loan_losses', 'loan_loss_allowance')],
} as const;

/** Some of the allowance is released. */
export const ALLOWANCE_DOWN = {
  ...MOVEMENT,
  direction: 'out',
  legs: [leg('loan_loss_allowance', 'loan_losses')],
} as const;
