import { err, ok, type Result } from '@coffer/kit';
import { createSubject } from '../crypto/ids.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Pool } from '../store/pools.ts';
import type { AttributeInput } from './attributes.ts';
import { emailKey, isAddressPool, isEmail, isPhoneNumber, usernameKey } from './names.ts';

export interface NewIdentity {
  readonly id: string;
  readonly username: string;
  readonly given: readonly AttributeInput[];
}

export function readIdentity(
  pool: Pool,
  input: { readonly Username: string; readonly UserAttributes?: readonly AttributeInput[] | undefined },
): Result<NewIdentity, PoolError> {
  const { usernameAttributes, aliasAttributes, isUsernameCaseSensitive } = pool.settings;
  const { Username: name, UserAttributes: given = [] } = input;
  const id = createSubject();
  if (usernameAttributes.length === 0) {
    if (aliasAttributes.includes('email') && isEmail(name)) return err(errors.usernameIsEmail);
    if (aliasAttributes.includes('phone_number') && isPhoneNumber(name))
      return err(errors.usernameIsPhoneNumber);
    const username = isUsernameCaseSensitive ? name.normalize('NFC') : usernameKey(pool, name);
    return ok({ id, username, given });
  }
  const attribute = usernameAttributes.find((each) =>
    each === 'email' ? isEmail(name) : isPhoneNumber(name),
  );
  if (attribute === undefined) return err(wrongForm(usernameAttributes));
  const stated = given.find(({ Name }) => Name === attribute)?.Value;
  const isSame =
    stated === undefined || (attribute === 'email' ? emailKey(stated) === emailKey(name) : stated === name);
  if (!isSame) return err(errors.attributesInvalid(`${attribute}: Value must be the same as Username.`));
  const others = given.filter(({ Name }) => Name !== attribute);
  return ok({ id, username: id, given: [{ Name: attribute, Value: name }, ...others] });
}

function wrongForm(allowed: Pool['settings']['usernameAttributes']): PoolError {
  if (allowed.length > 1) return errors.addressUsernameRequired;
  return allowed.includes('email') ? errors.emailUsernameRequired : errors.phoneUsernameRequired;
}

export function takenError(pool: Pool, name: string): PoolError {
  if (!isAddressPool(pool)) return errors.usernameExists;
  return name.startsWith('+') ? errors.phoneNumberExists : errors.emailExists;
}
