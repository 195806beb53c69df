import { err, ok, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';
import type { Account, Attributes } from '../store/accounts.ts';
import type { Pool } from '../store/pools.ts';
import { isEmail, isEmailPool } from './names.ts';

/** The standard attributes of Cognito, which are those of OpenID Connect core §5.1. */
const STANDARD = new Set([
  'address',
  'birthdate',
  'email',
  'email_verified',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'phone_number_verified',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
]);
const CUSTOM_PREFIX = 'custom:';
const ADMIN_ONLY = new Set(['email_verified', 'phone_number_verified']);

export interface AttributeInput {
  readonly Name: string;
  readonly Value?: string | undefined;
}

/** The attributes after a change, or the first reason against it. An empty value removes an attribute. */
export function mergeAttributes(
  pool: Pool,
  present: Attributes,
  change: { readonly given: readonly AttributeInput[]; readonly by: 'user' | 'admin' },
): Result<Attributes, PoolError> {
  const merged = new Map(Object.entries(present));
  for (const { Name: name, Value: value = '' } of change.given) {
    const isKnown = name.startsWith(CUSTOM_PREFIX)
      ? pool.settings.schemaAttributes.some(
          (attribute) => attribute.isCustom && attribute.name === name.slice(CUSTOM_PREFIX.length),
        )
      : STANDARD.has(name);
    if (!isKnown)
      return err(errors.attributesInvalid(`${printable(name)}: Attribute does not exist in the schema.`));
    if (change.by === 'user' && ADMIN_ONLY.has(name)) return err(errors.attributeIsFixed(name));
    if (ADMIN_ONLY.has(name) && value !== 'true' && value !== 'false' && value !== '')
      return err(errors.attributesInvalid(`${name}: Value must be true or false.`));
    if (name === 'email') {
      if (value === present['email']) continue;
      if (change.by === 'user' && isEmailPool(pool)) return err(errors.emailIsFixed);
      if (value !== '' && !isEmail(value)) return err(errors.emailMalformed);
      if (change.by === 'user') merged.delete('email_verified');
    }
    if (value === '') merged.delete(name);
    else merged.set(name, value);
  }
  return ok(Object.fromEntries(merged));
}

/** `UserAttributes` on the wire: `sub` first. */
export function presentAttributes(
  account: Account,
): readonly { readonly Name: string; readonly Value: string }[] {
  const given = Object.entries(account.attributes).map(([Name, Value]) => ({ Name, Value }));
  return [{ Name: 'sub', Value: account.id }, ...given];
}

function printable(name: string): string {
  return name.replaceAll(/[^\w:.-]/g, '?').slice(0, 40);
}
