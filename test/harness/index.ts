/** Everything that tests use of the harness, in one place. Files of the harness import each other directly. */
export {
  ACCOUNTS,
  approvedMovement,
  bank,
  BANKINGS,
  CHART,
  chartBalances,
  JOURNALS,
  newAccount,
} from './banks.ts';
export {
  browserIsMissing,
  downloaded,
  complaintsOf,
  openBrowser,
  paperSize,
  PATIENCE_MS,
  PHONE,
  screenshot,
} from './browser.ts';
export { Client, type Reply } from './client.ts';
export { changeContext } from './context.ts';
export { freshDatabase, type TestDatabase } from './database.ts';
export {
  chooseRare,
  holdAnswers,
  loseNextAnswer,
  menuEntry,
  openDashboard,
  pressInTurn,
  saccoInBrowser,
  type DashboardPage,
} from './dashboard.ts';
export { deref } from './documented.ts';
export {
  BOOKINGS,
  bookApart,
  bookAs,
  dieAtNextBooking,
  dyingLedger,
  loseNextBooking,
  outcomeOf,
} from './dying-ledger.ts';
export { csvTable } from './csv-table.ts';
export { approveOnPhone, chooseFile, WORDS } from './dashboard-languages.ts';
export { askImport, importBody, importFiles, IMPORTS, memberRow } from './imports.ts';
export { askBatch, BATCHES, batchBody, batchLines, postedBatch } from './batches.ts';
export { fileOf, LOGO_PNG, logoJpeg } from './contents.ts';
export { contentOf, upload, uploaded } from './files.ts';
export { outboxOf, sendAll, setSender, toldTo, type Told } from './messages.ts';
export {
  askedLoan,
  byCode,
  byLink,
  consentPath,
  pledgesOf,
  secretsIn,
  sentTo,
  type AskedLoan,
  type Sent,
} from './consent.ts';
export { ANIMATIONS_END, expectGoodPage } from './good-page.ts';
export { compareHistories, runConcurrently } from './histories.ts';
export {
  appliedLoan,
  applyFor,
  approvedDividend,
  approvedInterest,
  askWriteOff,
  decide,
  declaredDividend,
  declaredInterest,
  defineProduct,
  earnFees,
  finishEntries,
  getLoan,
  lend,
  letDaysPass,
  makeEntriesDue,
  moveDays,
  newProduct,
  newSaver,
  openLoan,
  repay,
  resumeOnce,
  scopeNow,
} from './lending.ts';
export {
  addStaff,
  createProject,
  customerBody,
  inProject,
  issueKey,
  moveToNoon,
  moveToTenth,
  setTestClock,
  must,
  newPhone,
  paymentBody,
  registerPerson,
  type Person,
  type Project,
} from './people.ts';
export {
  attemptPayout,
  availableMinor,
  fundAtProvider,
  payoutBody,
  payoutProject,
  readPayout,
  setPayouts,
  setSandboxPayouts,
  type PayoutPlace,
} from './payouts.ts';
export { Interactions, mostForBusyMachine } from './interactions.ts';
export { lockWaiters } from './locks.ts';
export { expectBetween } from './moments.ts';
export { Mailbox } from './mailbox.ts';
export {
  allowPayouts,
  floatOf,
  markPayout,
  newPayee,
  processPayout,
  REFUSED,
  sendingSacco,
  SENT,
  withdrawToPhone,
} from './mobile.ts';
export { merchant } from './merchant.ts';
export { runOperator } from './operator.ts';
export {
  killIfThere,
  processesIn,
  spawnProcess,
  type ServiceProcess,
  type SpawnOptions,
} from './processes.ts';
export { openSession, projectOf, quickPerson } from './quick-people.ts';
export {
  ageConfirmation,
  allocate,
  configureMpesa,
  confirmationOf,
  putPaybill,
  receiptOf,
  saccoWithPaybill,
  sendPaybill,
  transactionId,
  UNALLOCATED,
  unallocatedReceipt,
  workPaybills,
} from './paybill.ts';
export { readQrCode } from './qr.ts';
export { flushRedis, freshRedis } from './redis.ts';
export {
  fixedAccount,
  savingsAccount,
  savingsIn,
  savingsOf,
  savingsPath,
  savingsProduct,
} from './savings.ts';
export { createSacco, held, moving, newCustomer, newMember, type Sacco } from './sacco.ts';
export { projectWithProvider, startWithProvider, type ProviderService } from './provider.ts';
export { santimpayBody, santimpayProject, startWithSantimPay, type SantimPayService } from './santimpay.ts';
export { codeOn, fetchPaper, fetchPdf } from './papers.ts';
export { pdfText, readPdf } from './pdf-text.ts';
export { databaseBefore, type OldDatabase } from './old-database.ts';
export { openOther, sharedService, startService, type TestService } from './service.ts';
export { BEHIND, copyRow, expectTurn, FIRST, FULL_BATCH, type Swept } from './sweeps.ts';
export { testTampering, withoutTriggers } from './tampering.ts';
export { withDatabase } from './urls.ts';
export { enrol, totpCode } from './totp.ts';
export { differences, verifyAll } from './verify.ts';
export { until } from './wait.ts';
export { balanceOf, customerWithWallet, fund, limit, openWallet, tieredCustomer } from './wallets.ts';
