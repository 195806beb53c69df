export { writeAuditHead } from './heads.ts';
export type { AuditEntry } from './model.ts';
export { recordAudit, recordAuditNow } from './record-audit.ts';
