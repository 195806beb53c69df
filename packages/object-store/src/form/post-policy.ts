import { err, ok, parseJson, type Result } from '@coffer/kit';
import { z } from 'zod';
import { refusal, type S3Error } from '../errors.ts';
import type { SizeBounds } from '../http/payload.ts';
import type { StoreLimits } from '../limits.ts';
import { type BundleFile, bundleFiles, bundleSchema } from './bundle-policy.ts';

export interface PostPolicy {
  readonly expiresAtMs: number;
  readonly conditions: readonly PolicyCondition[];
  readonly files?: readonly BundleFile[];
}

type PolicyCondition =
  | {
      readonly kind: 'eq' | 'starts-with';
      readonly field: string;
      readonly operand: string;
      readonly text: string;
    }
  | { readonly kind: 'content-length-range'; readonly min: number; readonly max: number };

const FREE_FIELDS = /^(?:x-amz-signature|policy|file|x-ignore-.*)$/;

const policySchema = z.object({
  expiration: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/),
  conditions: z.array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
  ...bundleSchema.partial().shape,
});
const SIZE = z.union([z.int().min(0), z.string().regex(/^\d{1,15}$/)]);
const rangeSchema = z.tuple([z.literal('content-length-range'), SIZE, SIZE]);
const matchSchema = z.tuple([z.enum(['eq', 'starts-with']), z.string().regex(/^\$./s), z.string()]);

/** Parses a base64 policy. Fails with InvalidPolicyDocument or an error of `bundleFiles`. */
export function parsePolicy(base64: string, limits: StoreLimits): Result<PostPolicy, S3Error> {
  const document = policySchema.safeParse(parsePolicyJson(Buffer.from(base64, 'base64').toString('utf8')));
  if (!document.success) {
    const field = document.error.issues[0]?.path[0];
    return err(invalidPolicy(field === undefined ? 'Invalid JSON.' : `Invalid or missing ${String(field)}.`));
  }
  const conditions: PolicyCondition[] = [];
  for (const raw of document.data.conditions) {
    const condition = Array.isArray(raw) ? parseList(raw) : parseSimple(raw);
    if (condition === undefined) return err(invalidPolicy(`Invalid condition: ${JSON.stringify(raw)}`));
    conditions.push(condition);
  }
  const expiresAtMs = Date.parse(document.data.expiration);
  if (Number.isNaN(expiresAtMs)) return err(invalidPolicy('Invalid or missing expiration.'));
  const { files, metadata } = document.data;
  if (files === undefined) {
    return metadata === undefined
      ? ok({ expiresAtMs, conditions })
      : err(invalidPolicy('Metadata without files.'));
  }
  if (conditions.some(({ kind }) => kind === 'content-length-range')) {
    return err(invalidPolicy('A range of lengths beside files.'));
  }
  const bundle = bundleFiles({ files, metadata }, limits);
  return bundle.ok ? ok({ expiresAtMs, conditions, files: bundle.value }) : bundle;
}

/**
 * Checks that a form meets every condition and that a condition covers every field. Fails with AccessDenied.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html#sigv4-PolicyConditions
 */
export function checkPolicy(
  policy: PostPolicy,
  fields: ReadonlyMap<string, string>,
  nowMs: number,
): Result<void, S3Error> {
  if (nowMs > policy.expiresAtMs) return err(against('Policy expired.'));
  const covered = new Set<string>();
  for (const condition of policy.conditions) {
    if (condition.kind === 'content-length-range') continue;
    covered.add(condition.field);
    const value = fields.get(condition.field);
    if (value === undefined || !matches(condition, value)) {
      return err(against(`Policy Condition failed: ${condition.text}`));
    }
  }
  const extra = [...fields.keys()].filter((name) => !covered.has(name) && !FREE_FIELDS.test(name));
  return extra.length === 0 ? ok(undefined) : err(against(`Extra input fields: ${extra.join(', ')}`));
}

export function boundsOf(policy: PostPolicy, bytesMax: number): SizeBounds {
  const ranges = policy.conditions.filter((condition) => condition.kind === 'content-length-range');
  const min = Math.max(0, ...ranges.map((range) => range.min));
  const max = Math.min(bytesMax, ...ranges.map((range) => range.max));
  return {
    min,
    max,
    tooShort: refusal('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', [
      ['MinSizeAllowed', String(min)],
    ]),
    tooLong: refusal('EntityTooLarge', undefined, [['MaxSizeAllowed', String(max)]]),
  };
}

function matches(
  condition: Exclude<PolicyCondition, { kind: 'content-length-range' }>,
  value: string,
): boolean {
  if (condition.kind === 'eq') return value === condition.operand;
  // S3 checks each type of a comma-separated list.
  const values = condition.field === 'content-type' ? value.split(',').map((each) => each.trim()) : [value];
  return values.every((each) => each.startsWith(condition.operand));
}

function parseList(raw: readonly unknown[]): PolicyCondition | undefined {
  const [name, ...operands] = raw;
  const list = typeof name === 'string' ? [name.toLowerCase(), ...operands] : raw;
  const range = rangeSchema.safeParse(list);
  if (range.success) return { kind: range.data[0], min: Number(range.data[1]), max: Number(range.data[2]) };
  const match = matchSchema.safeParse(list);
  if (!match.success) return undefined;
  const [kind, field, operand] = match.data;
  return { kind, field: field.slice(1).toLowerCase(), operand, text: JSON.stringify(raw) };
}

function parseSimple(raw: Readonly<Record<string, unknown>>): PolicyCondition | undefined {
  const [pair, ...others] = Object.entries(raw);
  if (pair === undefined || others.length > 0 || typeof pair[1] !== 'string') return undefined;
  const [name, operand] = pair;
  const field = name.toLowerCase();
  return { kind: 'eq', field, operand, text: JSON.stringify(['eq', `$${name}`, operand]) };
}

/** Amazon's policies may escape a dollar as `\$`, which is invalid JSON. */
function parsePolicyJson(text: string): unknown {
  return parseJson(text.replace(/\\(.)/gs, (pair, escaped) => (escaped === '$' ? '$' : pair)));
}

function invalidPolicy(reason: string): S3Error {
  return refusal('InvalidPolicyDocument', `Invalid Policy: ${reason}`);
}

function against(reason: string): S3Error {
  return refusal('AccessDenied', `Invalid according to Policy: ${reason}`);
}
