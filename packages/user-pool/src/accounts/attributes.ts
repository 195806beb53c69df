import { err, ok, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';
import type { Account, Attributes } from '../store/accounts.ts';
import type { Pool } from '../store/pools.ts';
import { findValueBreach, requiredAttributes, ruleOf } from './attribute-schema.ts';
import { isEmail, isEmailPool, isPhoneNumber } from './names.ts';

export const ADDRESS_ATTRIBUTES = ['email', 'phone_number'] as const;
const ADMIN_ONLY = new Set(['email_verified', 'phone_number_verified']);

export interface AttributeInput {
  readonly Name: string;
  readonly Value?: string | undefined;
}

export interface AttributeChange {
  readonly given: readonly AttributeInput[];
  readonly by: 'user' | 'admin';
  readonly isNew?: boolean;
  readonly mayMoveAddress?: boolean;
}

export function mergeAttributes(
  pool: Pool,
  present: Attributes,
  change: AttributeChange,
): Result<Attributes, PoolError> {
  const merged = new Map(Object.entries(present));
  const givenNames = new Set(change.given.map(({ Name }) => Name));
  for (const { Name: name, Value: value = '' } of change.given) {
    const refusal = findRefusal(pool, { name, value, present: present[name] }, change);
    if (refusal !== undefined) return err(refusal);
    if (value === '') merged.delete(name);
    else merged.set(name, value);
    if (isAddress(name) && value !== present[name]) {
      const proof = `${name}_verified`;
      if (value === '') merged.delete(proof);
      else if (!givenNames.has(proof) && (present[name] !== undefined || merged.has(proof)))
        merged.set(proof, 'false');
    }
  }
  return ok(Object.fromEntries(merged));
}

function findRefusal(
  pool: Pool,
  wanted: { readonly name: string; readonly value: string; readonly present: string | undefined },
  change: AttributeChange,
): PoolError | undefined {
  const { name, value, present } = wanted;
  const rule = ruleOf(pool, name);
  if (rule === undefined)
    return errors.attributesInvalid(`${printable(name)}: Attribute does not exist in the schema.`);
  const isByUser = change.by === 'user';
  if (isByUser && (ADMIN_ONLY.has(name) || rule.isDeveloperOnly)) return errors.attributeIsFixed(name);
  if (value === (present ?? '')) return undefined;
  const isMoved = name === 'email' && isByUser && isEmailPool(pool) && present !== undefined;
  if (isMoved && change.mayMoveAddress !== true) return errors.emailIsFixed;
  if (!rule.isMutable && change.isNew !== true) return errors.attributeIsImmutable(name);
  if (value === '') return rule.isRequired ? errors.attributeIsRequired(name) : undefined;
  if (name === 'email' && !isEmail(value)) return errors.emailMalformed;
  if (name === 'phone_number' && !isPhoneNumber(value)) return errors.phoneNumberMalformed;
  const breach = findValueBreach(rule, value);
  return breach === undefined ? undefined : errors.attributesInvalid(`${name}: ${breach}`);
}

export function findMissingAttribute(pool: Pool, attributes: Attributes): PoolError | undefined {
  const missing = requiredAttributes(pool).find((name) => attributes[name] === undefined);
  return missing === undefined ? undefined : errors.attributeIsRequired(missing);
}

function isAddress(name: string): boolean {
  return name === 'email' || name === 'phone_number';
}

/** `UserAttributes` on the wire, `sub` first. */
export function presentAttributes(
  account: Account,
): readonly { readonly Name: string; readonly Value: string }[] {
  const given = Object.entries(account.attributes).map(([Name, Value]) => ({ Name, Value }));
  return [{ Name: 'sub', Value: account.id }, ...given];
}

function printable(name: string): string {
  return name.replaceAll(/[^\w:.-]/g, '?').slice(0, 40);
}
