import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { AUDIT_ACTIONS, AUDIT_GROUPS } from './audit-actions.ts';

/** The subject of an action, with its name at that moment. */
export const AuditRef = z.object({
  kind: z.enum(['person', 'group', 'space', 'personal_space', 'node', 'link', 'request']),
  /** Null for a subject that never had an account here. */
  id: z.nullable(z.string()),
  name: z.string(),
});
export type AuditRef = z.infer<typeof AuditRef>;

/** `command`: on the server's command line. `server`: Coffer itself. `unknown`: somebody who is not signed in. */
export const AuditActor = z.object({
  kind: z.enum(['person', 'guest', 'command', 'server', 'unknown']),
  id: z.nullable(z.string()),
  name: z.string(),
});
export type AuditActor = z.infer<typeof AuditActor>;

const AuditFact = z.union([
  z.null(),
  z.boolean(),
  z.number().check(z.int()),
  z.string(),
  z.array(z.string()),
  AuditRef,
]);
export type AuditFact = z.infer<typeof AuditFact>;

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A row of the audit trail, as it is listed and exported. The hash covers every other member. */
export const AuditRow = z.object({
  sequence: Count,
  at: Instant,
  actor: AuditActor,
  /** IP address of the caller. Null for jobs and commands. */
  address: z.nullable(z.string()),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.nullable(AuditRef),
  outcome: z.enum(['done', 'refused']),
  facts: z.record(z.string(), AuditFact),
  /** Hash of the previous row; 64 zeros in the first one. */
  previous: Hash,
  hash: Hash,
});
export type AuditRow = z.infer<typeof AuditRow>;

const Filters = {
  /** The actor, or the person who was acted on. */
  person: z.optional(UserId),
  actions: z.optional(z.enum(AUDIT_GROUPS)),
  outcome: z.optional(z.enum(['done', 'refused'])),
  /** Inclusive. */
  from: z.optional(Instant),
  /** Exclusive. */
  until: z.optional(Instant),
  text: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.peopleTextLengthMax)), ''),
};

export const AuditQuery = z.strictObject({
  ...Filters,
  /** Sequence of the last row of the page before. */
  before: z.optional(digitsUpTo(999_999_999)),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditExportQuery = z.strictObject({ ...Filters, format: z.enum(['jsonl', 'csv']) });
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

/** Newest first. */
export const AuditPage = z.object({
  items: z.array(AuditRow),
  /** Number of matching rows, counted up to `auditCountedMax`. */
  total: Count,
  /** For `before`. Null at the end. */
  next: z.nullable(Count),
});
export type AuditPage = z.infer<typeof AuditPage>;

export const AuditVerifyRequest = z.strictObject({
  /** The last row that was verified, 0 at the beginning. */
  after: Count,
  /** Hash of that row. */
  hash: Hash,
});
export type AuditVerifyRequest = z.infer<typeof AuditVerifyRequest>;

/**
 * `changed`: hash and content differ. `missing`: rows are gone. `cut`: the end is gone. `replaced`: another row was
 * there.
 */
export const AuditFault = z.object({
  kind: z.enum(['changed', 'missing', 'cut', 'replaced']),
  sequence: Count,
});
export type AuditFault = z.infer<typeof AuditFault>;

/** The result for one part of the chain. The caller continues after it until `isEnd`. */
export const AuditVerification = z.object({
  after: Count,
  hash: Hash,
  isEnd: z.boolean(),
  /** Number of rows in the whole trail. */
  rows: Count,
  firstAt: z.nullable(Instant),
  fault: z.nullable(AuditFault),
  /** Time of the newest head in the store. Null if there is none, or the store did not respond. */
  headAt: z.nullable(Instant),
  /** False if the store does not respond. A cut end is not detected in that case. */
  areHeadsRead: z.boolean(),
});
export type AuditVerification = z.infer<typeof AuditVerification>;
