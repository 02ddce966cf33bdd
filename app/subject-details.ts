/** How the details of audit entries are read from their subjects, by action. */
import { transfers } from '../domain/ledger/index.ts';
import type { SubjectDetails } from '../domain/platform/audit/subject-details.port.ts';

export const SUBJECT_DETAILS: SubjectDetails = transfers.subjectDetails;
