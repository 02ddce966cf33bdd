/** Reasons for refusals of the SACCO: members, approvals, loans and dividends. */
import type { ReasonFacts } from '../error-codes.ts';

export const SACCO_REASONS = {
  already_imported: {
    code: 'CONFLICT',
    message: 'This remittance is here already.',
    cause: 'The same file of the same employer came for the same month under another idempotency key.',
    remedy: "Read the employer's remittances. Send a file that differs for what came in besides.",
  },
  batch_refused: {
    code: 'UNPROCESSABLE',
    message: 'The file has lines that cannot be booked; nothing was stored.',
    cause: 'Lines name members, loans or amounts that are not right; `details` has the first 100 of them.',
    remedy: 'Correct these lines and send the whole file again.',
  },
  import_refused: {
    code: 'UNPROCESSABLE',
    message: 'The files have errors; nothing was imported.',
    cause: 'Lines have values that are wrong, doubled or taken; `details` has the first 100 of them.',
    remedy: 'Send the files as a dry run, read all errors, and correct the files.',
  },
  employer_code_taken: {
    code: 'CONFLICT',
    message: 'Another employer has this code.',
    cause: 'Codes of employers are unique in a project and environment, in any letter case.',
    remedy: 'Choose another code, or use the employer that has it.',
  },
  payroll_no_taken: {
    code: 'CONFLICT',
    message: 'Another member has this payroll number.',
    cause: 'Payroll numbers are unique for an employer, in any letter case.',
    remedy: 'Check the number with the employer.',
  },
  payroll_no_unknown: {
    code: 'UNPROCESSABLE',
    message: 'No member of this employer has that payroll number.',
    cause: 'The number is misspelt, or the member is not registered with the employer.',
    remedy: 'Allocate the money of the line to its member, and set the payroll number of the member.',
  },
  total_mismatch: {
    code: 'UNPROCESSABLE',
    message: 'The lines do not add up to the total.',
    cause: 'The sum of the amounts in the file differs from `total_minor`.',
    remedy: 'Compare the file with what came in, and send both alike.',
  },
  above_payoff: {
    code: 'UNPROCESSABLE',
    message: "The amount exceeds the loan's payoff.",
    cause: 'The repayment is larger than the unpaid principal and charges.',
    remedy: 'Repay at most `payoff_minor` of the loan.',
  },
  account_inactive: {
    code: 'UNPROCESSABLE',
    message: 'The account is inactive.',
    cause: 'An owner or admin has made the account of the chart inactive, or the savings account is closed.',
    remedy: 'Name another account, or ask an owner or admin to make that of the chart active again.',
  },
  account_number_unknown: {
    code: 'UNPROCESSABLE',
    message: 'The account number belongs to no member.',
    cause:
      'The payer typed what is no member number and no account number of a loan; or a phone, which the settings do not let count.',
    remedy:
      'Find out whose the money is, and allocate it with `POST /api/v1/sacco/unallocated/{receipt}/allocate`.',
  },
  account_not_empty: {
    code: 'CONFLICT',
    message: 'The account still holds money.',
    cause: 'Only an account whose balance is zero can be made inactive.',
    remedy: 'Move its balance to another account first, by a journal or a banking.',
  },
  below_minimum: {
    code: 'UNPROCESSABLE',
    message: 'The savings account would hold less than its product requires.',
    cause:
      'The product has a minimum balance, or a minimum for opening an account, and the amount leaves or brings less.',
    remedy: 'Take less out, or open the account with more; `GET /api/v1/sacco/savings-products` tells both.',
  },
  already_decided: {
    code: 'CONFLICT',
    message: 'This was already decided.',
    cause: 'Somebody approved, rejected, reviewed or cancelled it before.',
    remedy: 'Read it; it shows the decision, and who made it.',
  },
  already_member: {
    code: 'CONFLICT',
    message: 'This customer is already a member.',
    cause: 'A customer can join only once.',
    remedy: 'Find the member with `GET /api/v1/sacco/members?q=`.',
  },
  already_reversed: {
    code: 'CONFLICT',
    message: 'The movement was already reversed.',
    cause: 'Another entry has reversed it; `reversed_by_entry_id` names it.',
    remedy: 'Read that entry. A reversal cannot be reversed: book the movement again.',
  },
  amount_out_of_bounds: {
    code: 'UNPROCESSABLE',
    message: "The amount is outside the product's bounds.",
    cause: 'The principal is below the minimum or above the maximum of the loan product.',
    remedy: 'Send a principal within the bounds, or choose another product.',
  },
  code_taken: {
    code: 'CONFLICT',
    message: 'Another account of the chart has this code.',
    cause:
      'Codes are unique among all accounts of the chart, those of the system included; some are reserved for it.',
    remedy: 'Choose another code; `GET /api/v1/accounting/chart` lists those in use.',
  },
  consent_by_applicant: {
    code: 'FORBIDDEN',
    message: 'Whoever applied for the loan, or issued the key that did, cannot record a consent in person.',
    cause: 'A second person sits with the guarantor, as a second person decides on the loan.',
    remedy: 'Have somebody else record it, or let the guarantor use the link or the code.',
  },
  consent_closed: {
    code: 'CONFLICT',
    message: 'This consent is decided, or its time is over.',
    cause:
      'The guarantor has answered, the loan is decided, five codes were wrong (ten in all), 72 hours have passed, or the guarantor was asked ten times.',
    remedy:
      'Read the loan. While it waits, ask anew: `POST …/guarantors/{member}/consent-request`, or record the consent in person, which is possible after a decline and after 72 hours too.',
  },
  consent_code_wrong: {
    code: 'FORBIDDEN',
    message: 'This is not the code that was sent to the guarantor.',
    cause: 'The code is another one, or that of an earlier request. The fifth wrong code ends the request.',
    remedy: 'Ask the guarantor for the code of the last message.',
  },
  consent_missing: {
    code: 'CONFLICT',
    message: 'Not every guarantor has consented.',
    cause: 'The product requires the consent of guarantors, and one has not answered, or has declined.',
    remedy:
      'Wait for the consent, ask anew, or cancel the application and apply with other guarantors. The request goes on waiting.',
  },
  coverage_insufficient: {
    code: 'UNPROCESSABLE',
    message: 'The pledges together do not cover enough of the loan.',
    cause: 'The product requires a larger share of the principal to be guaranteed.',
    remedy: 'Add guarantors or raise their pledges, or apply for a smaller loan.',
  },
  currency_locked: {
    code: 'CONFLICT',
    message: 'The currency cannot change once money has moved.',
    cause: 'The SACCO has entries in its current currency.',
    remedy: 'Keep the currency; a SACCO in another currency is another project.',
  },
  guarantee_unavailable: {
    code: 'UNPROCESSABLE',
    message: "A guarantor's available savings do not cover the pledge.",
    cause: 'The savings, less holds and pledges on pending applications, are below the pledge.',
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
    cause: 'The application names fewer guarantors than the loan product requires.',
    remedy: 'Name more guarantors.',
  },
  above_surplus: {
    code: 'UNPROCESSABLE',
    message: 'The interest is more than what income leaves after expenses.',
    cause:
      'A warning of the effect of an approval alone: interest on deposits is an expense that nothing limits.',
    remedy: 'Decide whether the cooperative can bear the loss, or reject the request.',
  },
  income_insufficient: {
    code: 'UNPROCESSABLE',
    message: 'The balance of the income account is too low.',
    cause: 'The balance of the income account that pays the dividend is below its total.',
    remedy: 'Declare lower rates, or pay from another income account.',
  },
  insufficient_bank: {
    code: 'CONFLICT',
    message: 'The bank account has less money than needed.',
    cause: 'The balance of the bank account in the books is below the amount.',
    remedy: 'First bank money into the account, or pay out less.',
  },
  insufficient_cash: {
    code: 'CONFLICT',
    message: 'The tills have less cash than needed.',
    cause: 'Cash on hand is below the amount to be paid out.',
    remedy: 'First add cash by an adjustment or a deposit, or pay out less.',
  },
  insufficient_clearing: {
    code: 'CONFLICT',
    message: 'The providers hold less money than needed.',
    cause: 'What providers have collected and not paid out, less open holds, is below the amount.',
    remedy: 'Send a smaller amount, or retry once payments have been booked.',
  },
  insufficient_savings: {
    code: 'CONFLICT',
    message: "The member's available savings are not enough.",
    cause: 'Savings less holds for guarantees are below the amount.',
    remedy: 'Send at most `savings_available_minor` of the member.',
  },
  insufficient_shares: {
    code: 'CONFLICT',
    message: "The member's shares are not enough.",
    cause: "The member's share capital is below the amount to be reversed.",
    remedy: 'Reverse it once the member has enough shares.',
  },
  label_taken: {
    code: 'CONFLICT',
    message: 'Another dividend, or run of interest, has this label.',
    cause:
      'Labels of dividends are unique in an environment, and so are those of interest, except for rejected and cancelled ones.',
    remedy: 'Choose another label.',
  },
  loan_not_open: {
    code: 'UNPROCESSABLE',
    message: 'This member has no such open loan.',
    cause: 'The loan belongs to another member, is not disbursed yet, or is closed or written off.',
    remedy: 'Take an open loan from `GET /api/v1/sacco/loans?member_id=`.',
  },
  member_no_taken: {
    code: 'CONFLICT',
    message: 'Another member has this number.',
    cause: 'Member numbers are unique in an environment.',
    remedy: 'Send another number, or none: then the next free number is assigned.',
  },
  member_not_active: {
    code: 'CONFLICT',
    message: "The member's status does not allow this.",
    cause: 'The member is suspended, exiting or exited.',
    remedy: 'Reactivate a suspended member, or wait for the decision on the exit.',
  },
  member_unknown: {
    code: 'UNPROCESSABLE',
    message: 'There is no such member who can be credited.',
    cause: 'The member does not belong to this project and environment, or is exiting or exited.',
    remedy: 'Take the id of a member from `GET /api/v1/sacco/members`.',
  },
  name_taken: {
    code: 'CONFLICT',
    message: 'There is a till with this name at this branch.',
    cause: 'Names of tills are unique within a branch.',
    remedy: 'Choose another name, or use the till that has it.',
  },
  no_open_till: {
    code: 'CONFLICT',
    message: 'You have no open till.',
    cause:
      'The cooperative has tills: cash is taken and paid at the till of the open session of whoever asks, and an API key names the till.',
    remedy:
      'Open a session at a till and have its float confirmed; with an API key, name a `till` that has an open session.',
  },
  not_latest_movement: {
    code: 'CONFLICT',
    message: 'Only the latest movement of a loan can be reversed.',
    cause:
      'Only the latest repayment of a loan can be reversed, and only if no interest or penalty was charged after it.',
    remedy: 'Reverse later repayments first. After a charge, correct the mistake with the member.',
  },
  not_posted: {
    code: 'CONFLICT',
    message: 'The movement is not posted.',
    cause:
      'Only posted entries can be reversed and have a receipt; this one waits, has failed, or was rejected or cancelled. A schedule exists once the loan is disbursed, the advice of a dividend once its line is paid.',
    remedy:
      'Wait until it is posted; to end an entry that waits, reject or cancel it. A failed entry moved no money.',
  },
  not_withdrawable: {
    code: 'UNPROCESSABLE',
    message: 'Money leaves this savings account only when its member leaves.',
    cause: 'Its product is of the kind restricted.',
    remedy: 'Use another account of the member, or let the member exit, which pays all accounts.',
  },
  notice_not_needed: {
    code: 'UNPROCESSABLE',
    message: 'Money can be taken out of this savings account without notice.',
    cause: 'Its product has no `notice_days`.',
    remedy: 'Withdraw, without a notice.',
  },
  notice_running: {
    code: 'UNPROCESSABLE',
    message: 'No notice that is ripe covers this amount.',
    cause: 'The product of the savings account requires notice of some days before money is taken out.',
    remedy:
      'Give notice with `POST /api/v1/sacco/members/{member}/savings-accounts/{account}/notices`, and repeat the request once it is ripe.',
  },
  not_reversible: {
    code: 'UNPROCESSABLE',
    message: 'Movements of this kind cannot be reversed.',
    cause:
      'Only deposits, withdrawals, shares, loan repayments, cash adjustments, expenses, bankings and journals can; movements by payments and reversals cannot.',
    remedy: 'Return the money of a payment by a withdrawal; book a movement reversed by mistake again.',
  },
  entries_under_way: {
    code: 'CONFLICT',
    message: 'Movements of these days are still being booked or paid out.',
    cause: 'An entry of the period has the status `pending`, `posting` or `paying`.',
    remedy:
      'Repeat the request in a moment, or once the payouts have ended. Entries that wait for a checker do not prevent it.',
  },
  payout_failed: {
    code: 'CONFLICT',
    message: 'The provider did not pay it out.',
    cause:
      'The payout of the movement has failed or was cancelled; `failure_code` has the code of its provider.',
    remedy: 'What was held is available again. Read the payout, and request the movement anew.',
  },
  period_already_paid: {
    code: 'CONFLICT',
    message: 'Interest for some of these days was declared already.',
    cause: 'Another run of interest on the same savings product covers some days of the period.',
    remedy: 'Choose a period that does not overlap, or another product.',
  },
  period_already_rebated: {
    code: 'CONFLICT',
    message: 'Interest paid in this period was already rebated.',
    cause: 'Another dividend with an interest rebate covers some days of the period.',
    remedy: 'Choose a period that does not overlap, or an interest rebate of 0.',
  },
  period_closed: {
    code: 'CONFLICT',
    message: 'The accounting period of that day is closed.',
    cause: 'The day is in a closed period.',
    remedy: 'Correct it with a movement of today, or reopen the period first.',
  },
  period_not_closed: {
    code: 'CONFLICT',
    message: 'The period is not closed.',
    cause: 'It was reopened before. Closing its days again creates a new period.',
    remedy: 'List the periods with `GET /api/v1/accounting/periods`.',
  },
  period_not_latest: {
    code: 'CONFLICT',
    message: 'A later period is closed.',
    cause: 'Periods are reopened in reverse order, the last one first.',
    remedy: 'Reopen the later periods first.',
  },
  period_not_over: {
    code: 'CONFLICT',
    message: 'The period is not over.',
    cause: 'Its last day is today or in the future.',
    remedy: 'Close it on the day after its last day, or later.',
  },
  phone_not_members: {
    code: 'UNPROCESSABLE',
    message: "The phone is not the member's own.",
    cause:
      'Money is sent to the phone in the file of the customer who is the member; that is another one, or there is none.',
    remedy: 'Leave `phone` out; correct the phone of the customer first if it has changed.',
  },
  product_in_use: {
    code: 'CONFLICT',
    message: 'The savings product is the default one.',
    cause: 'The settings name it as the product of the account that every member has.',
    remedy: 'Name another product by `savings_product_id` of the settings first.',
  },
  product_not_regular: {
    code: 'UNPROCESSABLE',
    message: 'Only a product of the kind regular can be the default one.',
    cause:
      'Loans, dividends and payments are paid into the default account, and money must be able to leave it.',
    remedy: 'Define a product of the kind regular, and name that one.',
  },
  product_retired: {
    code: 'UNPROCESSABLE',
    message: 'The product accepts no new applications.',
    cause: 'The loan product was retired.',
    remedy: 'Choose another product from `GET /api/v1/sacco/loan-products`.',
  },
  reversal_pending: {
    code: 'CONFLICT',
    message: 'A reversal of this movement is already pending.',
    cause: 'A reversal was requested, and is not yet decided or not yet booked.',
    remedy: 'Decide on it, or cancel it.',
  },
  sacco_not_set_up: {
    code: 'NOT_FOUND',
    message: 'The SACCO has no settings yet; an owner or admin sets its currency first.',
    cause: 'The SACCO has no settings in this environment.',
    remedy: 'An owner or admin sends `PUT /api/v1/sacco/settings` with a currency.',
  },
  savings_multiple_exceeded: {
    code: 'UNPROCESSABLE',
    message: "The member's savings do not allow a debt this large.",
    cause:
      'All loans and applications together would exceed the multiple of savings that the product allows.',
    remedy: 'Apply for a smaller loan, or save more first. Savings from borrowed money do not count.',
  },
  savings_account_exists: {
    code: 'CONFLICT',
    message: 'The member has an account of this product already.',
    cause: 'A member has one account of a restricted product.',
    remedy: 'Use that account; `GET /api/v1/sacco/members/{member}/savings-accounts` lists it.',
  },
  savings_account_fixed: {
    code: 'UNPROCESSABLE',
    message: 'A fixed account is opened with its deposit, and emptied as a whole.',
    cause: 'Its product is of the kind fixed: nothing is paid in afterwards, and no part is taken out.',
    remedy:
      'Open another fixed account, or withdraw all that it holds: the interest of its term is then lost.',
  },
  savings_account_in_use: {
    code: 'CONFLICT',
    message: 'The savings account cannot be closed now.',
    cause: 'It is the default account of the member, a fixed one, or a movement of it is under way.',
    remedy: 'Repeat it once the movement has ended; the default account ends when the member exits.',
  },
  session_not_open: {
    code: 'CONFLICT',
    message: 'The session is not open.',
    cause: 'Its float waits for confirmation, or it is being closed or has been closed.',
    remedy: 'Read the session; its `status` and `approval_id` show what it waits for.',
  },
  session_open: {
    code: 'CONFLICT',
    message: 'You have a session at another till.',
    cause: 'A person has one session at a time.',
    remedy: 'Close that session first.',
  },
  receipt_not_open: {
    code: 'CONFLICT',
    message: 'The money is not unallocated any more.',
    cause: 'It was allocated or refunded, or somebody has asked for that and a second person is to decide.',
    remedy: 'Read the receipt; its status and `entry_id` show what became of it.',
  },
  share_capital_insufficient: {
    code: 'UNPROCESSABLE',
    message: 'The member has too little share capital to borrow.',
    cause: "The member's shares are below the minimum in the settings.",
    remedy: 'The member has to buy shares first.',
  },
  too_many_movements: {
    code: 'PAYLOAD_TOO_LARGE',
    message: 'A PDF has at most 5,000 movements.',
    cause: 'The statement or the day sheet has more movements than a PDF may have.',
    remedy: 'Ask for CSV, or for a statement of a shorter period.',
  },
  too_many_accounts: {
    code: 'UNPROCESSABLE',
    message: 'The chart has 1,000 accounts, which is the maximum.',
    cause: 'Every report lists all accounts of the chart, so their number is limited.',
    remedy: 'Use an account that exists, or rename one that is inactive.',
  },
  term_out_of_bounds: {
    code: 'UNPROCESSABLE',
    message: "The term is outside the product's bounds.",
    cause: 'The term is below the minimum or above the maximum of the loan product.',
    remedy: 'Send a term within the bounds, or choose another product.',
  },
  term_over: {
    code: 'UNPROCESSABLE',
    message: 'The term of the fixed account has ended.',
    cause: 'It is paid out or renewed with its interest in a moment, as its product says.',
    remedy: 'Read the account in a moment, and repeat the request if it was renewed.',
  },
  till_inactive: {
    code: 'UNPROCESSABLE',
    message: 'The till is not in use.',
    cause: 'It was set inactive.',
    remedy: 'Choose another till, or set it active again.',
  },
  till_open: {
    code: 'CONFLICT',
    message: 'The till has a session.',
    cause: 'A till has one session at a time, and is not set aside while it has one.',
    remedy: 'Close its session first; the session shows what it waits for.',
  },
  tills_off: {
    code: 'CONFLICT',
    message: 'The cooperative has no tills.',
    cause: 'The setting `tills` is off: all cash is one account.',
    remedy: 'Leave `till` out, or set `tills` to `on`.',
  },
} as const satisfies Record<string, ReasonFacts>;
