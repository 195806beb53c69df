import {
  AuditExportQuery,
  AuditPage,
  AuditQuery,
  AuditVerification,
  AuditVerifyRequest,
} from '../audit/audit.ts';
import { ROUTES } from '../routes/routes.ts';

export const auditOperations = {
  listAudit: {
    ...ROUTES.listAudit,
    summary: 'Rows of the audit trail, newest first',
    query: AuditQuery,
    response: AuditPage,
  },
  verifyAudit: {
    ...ROUTES.verifyAudit,
    summary: 'Verify the next rows of the audit trail',
    body: AuditVerifyRequest,
    response: AuditVerification,
  },
  exportAudit: {
    ...ROUTES.exportAudit,
    summary: 'The audit trail as JSON Lines or CSV, oldest row first',
    query: AuditExportQuery,
  },
} as const;
