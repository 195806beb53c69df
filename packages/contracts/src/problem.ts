import * as z from 'zod/mini';
import { ISSUE_CODES } from './errors.ts';

export const Issue = z.object({
  path: z.string().check(z.maxLength(500)),
  code: z.enum(ISSUE_CODES),
});
export type Issue = z.infer<typeof Issue>;

/** @see RFC 9457 (problem details for HTTP APIs) */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  requestId: z.string(),
  detail: z.optional(z.string()),
  issues: z.optional(z.array(Issue)),
});
export type Problem = z.infer<typeof Problem>;
