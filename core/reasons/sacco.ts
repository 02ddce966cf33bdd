/** Why the SACCO refuses something: members, approvals, loans and dividends. */
import type { ReasonFacts } from '../error-codes.ts';

export const SACCO_REASONS = {
  above_payoff: {
    code: 'UNPROCESSABLE',
    message: 'The amount is above what closes the loan.',
    cause: 'The repayment is larger than the principal and the charges that are unpaid.',
    remedy: 'Repay at most `payoff_minor` of the loan.',
  },
  already_decided: {
    code: 'CONFLICT',
    message: 'This was already decided.',
    cause: 'Somebody approved, rejected, reviewed or cancelled it before.',
    remedy: 'Read it; it shows the decision, and who took it.',
  },
  already_member: {
    code: 'CONFLICT',
    message: 'This customer is a member already.',
    cause: 'A customer joins once.',
    remedy: 'Find the member with `GET /api/v1/sacco/members?q=`.',
  },
  already_reversed: {
    code: 'CONFLICT',
    message: 'The movement was reversed already.',
    cause: 'Another entry has taken it back; `reversed_by_entry_id` names it.',
    remedy: 'Read that entry. A reversal itself is never reversed: book the movement anew.',
  },
  amount_out_of_bounds: {
    code: 'UNPROCESSABLE',
    message: "The amount is outside the product's bounds.",
    cause: 'The principal is below the minimum or above the maximum of the loan product.',
    remedy: 'Send a principal within the bounds, or choose another product.',
  },
  coverage_insufficient: {
    code: 'UNPROCESSABLE',
    message: 'The pledges together do not cover enough of the loan.',
    cause: 'The product wants a larger share of the principal to be guaranteed.',
    remedy: 'Add guarantors or raise their pledges, or ask for a smaller loan.',
  },
  currency_locked: {
    code: 'CONFLICT',
    message: 'The currency cannot change once money has moved.',
    cause: 'The SACCO has entries in its present currency.',
    remedy: 'Keep the currency; a SACCO in another currency is another project.',
  },
  guarantee_unavailable: {
    code: 'UNPROCESSABLE',
    message: "A guarantor's available savings do not cover the pledge.",
    cause: 'Their savings less what is held, and less pledges on waiting applications, are below the pledge.',
    remedy: 'Lower the pledge or name another guarantor.',
  },
  guarantor_invalid: {
    code: 'UNPROCESSABLE',
    message: 'One of the guarantors cannot guarantee this loan.',
    cause: 'A guarantor is the borrower, is named twice, or is not an active member; the message says which.',
    remedy: 'Replace that guarantor.',
  },
  guarantors_insufficient: {
    code: 'UNPROCESSABLE',
    message: 'The product needs more guarantors.',
    cause: 'Fewer guarantors are named than the loan product wants.',
    remedy: 'Name more guarantors.',
  },
  income_insufficient: {
    code: 'UNPROCESSABLE',
    message: 'The income account does not hold enough.',
    cause: 'The income account from which the dividend is paid holds less than the dividend.',
    remedy: 'Declare lower rates, or pay from another income account.',
  },
  insufficient_cash: {
    code: 'CONFLICT',
    message: 'The tills hold less cash than needed.',
    cause: 'Cash on hand is below the amount that is to be paid out.',
    remedy: 'Count cash in by an adjustment or a deposit first, or pay out less.',
  },
  insufficient_savings: {
    code: 'CONFLICT',
    message: "The member's available savings are not enough.",
    cause: 'Savings less what is held for guarantees are below the amount.',
    remedy: 'Send at most `savings_available_minor` of the member.',
  },
  insufficient_shares: {
    code: 'CONFLICT',
    message: "The member's shares are not enough.",
    cause: 'The share capital of the member is below the amount that is to be taken back.',
    remedy: 'Reverse it once the shares are there.',
  },
  label_taken: {
    code: 'CONFLICT',
    message: 'Another dividend has this label.',
    cause: 'Labels of dividends are unique in an environment, rejected and cancelled ones left out.',
    remedy: 'Choose another label.',
  },
  loan_not_open: {
    code: 'UNPROCESSABLE',
    message: 'There is no such open loan of this member.',
    cause: 'The loan is not of this member, is not paid out yet, or is closed or written off.',
    remedy: 'Take an open loan from `GET /api/v1/sacco/loans?member_id=`.',
  },
  member_no_taken: {
    code: 'CONFLICT',
    message: 'Another member has this number.',
    cause: 'Member numbers are unique in an environment.',
    remedy: 'Send another number, or none: the next free one is then given.',
  },
  member_not_active: {
    code: 'CONFLICT',
    message: 'The state of the member does not allow this.',
    cause: 'The member is suspended, exiting or exited.',
    remedy: 'Activate a suspended member, or wait for the decision on the exit.',
  },
  member_unknown: {
    code: 'UNPROCESSABLE',
    message: 'There is no such member who could be credited.',
    cause: 'The member is not of this project and environment, or is exiting or exited.',
    remedy: 'Take the id of a member from `GET /api/v1/sacco/members`.',
  },
  not_latest_movement: {
    code: 'CONFLICT',
    message: 'Only the latest movement of a loan can be reversed.',
    cause:
      'Only the latest repayment of a loan is reversed, and not once interest or a penalty was charged after it.',
    remedy: 'Reverse later repayments first. After a charge, settle the mistake with the member.',
  },
  not_posted: {
    code: 'CONFLICT',
    message: 'The movement is not posted.',
    cause: 'Only what is booked can be reversed; this entry waits, has failed, or was rejected or cancelled.',
    remedy: 'Reject or cancel what waits. What has failed moved nothing.',
  },
  not_reversible: {
    code: 'UNPROCESSABLE',
    message: 'Movements of this kind are not reversed.',
    cause:
      'Deposits, withdrawals, shares, loan repayments, counted cash and expenses are; those by payments and reversals are not.',
    remedy: 'Return the money of a payment by a withdrawal; book what was reversed by mistake anew.',
  },
  entries_under_way: {
    code: 'CONFLICT',
    message: 'Movements of these days are still being booked.',
    cause: 'An entry of the period is pending or posting.',
    remedy: 'Repeat the request in a moment. Entries that wait for a checker do not stand in the way.',
  },
  period_already_rebated: {
    code: 'CONFLICT',
    message: 'Interest paid in this period was rebated already.',
    cause: 'Another dividend with an interest rebate covers some days of the period.',
    remedy: 'Choose a period that does not overlap, or an interest rebate of 0.',
  },
  period_closed: {
    code: 'CONFLICT',
    message: 'The books of that day are closed.',
    cause: 'The day is in a period that was closed.',
    remedy: 'Correct it by a movement of today, or reopen the period first.',
  },
  period_not_closed: {
    code: 'CONFLICT',
    message: 'The period is not closed.',
    cause: 'It was reopened before. Closing its days again makes a new period.',
    remedy: 'List the periods with `GET /api/v1/accounting/periods`.',
  },
  period_not_latest: {
    code: 'CONFLICT',
    message: 'A later period is closed.',
    cause: 'Periods are reopened from the last one backwards.',
    remedy: 'Reopen the later periods first.',
  },
  period_not_over: {
    code: 'CONFLICT',
    message: 'The period is not over.',
    cause: 'Its last day is today, or is to come.',
    remedy: 'Close it from the day after its last day on.',
  },
  product_retired: {
    code: 'UNPROCESSABLE',
    message: 'The product takes no new applications.',
    cause: 'The loan product was retired.',
    remedy: 'Choose another product from `GET /api/v1/sacco/loan-products`.',
  },
  reversal_pending: {
    code: 'CONFLICT',
    message: 'A reversal of this movement waits already.',
    cause: 'Somebody has asked for it to be reversed, and it is not decided or not booked yet.',
    remedy: 'Decide on it, or cancel it.',
  },
  sacco_not_set_up: {
    code: 'NOT_FOUND',
    message: 'The SACCO has no settings yet; an owner or admin sets its currency first.',
    cause: 'Nobody has stored settings for the SACCO in this environment.',
    remedy: 'An owner or admin sends `PUT /api/v1/sacco/settings` with a currency.',
  },
  savings_multiple_exceeded: {
    code: 'UNPROCESSABLE',
    message: "The member's savings do not allow a debt this large.",
    cause:
      'All loans and applications together would be above the multiple of savings that the product allows.',
    remedy: 'Ask for a smaller loan, or save more first. Borrowed money that is saved does not count.',
  },
  share_capital_insufficient: {
    code: 'UNPROCESSABLE',
    message: 'The member holds too little share capital to borrow.',
    cause: 'The shares of the member are below the minimum in the settings.',
    remedy: 'The member buys shares first.',
  },
  term_out_of_bounds: {
    code: 'UNPROCESSABLE',
    message: "The term is outside the product's bounds.",
    cause: 'The term is below the minimum or above the maximum of the loan product.',
    remedy: 'Send a term within the bounds, or choose another product.',
  },
} as const satisfies Record<string, ReasonFacts>;
