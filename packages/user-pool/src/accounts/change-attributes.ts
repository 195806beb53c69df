import { err, ok, type Result } from '@coffer/kit';
import { type AddressAttribute, type CodeDeliveryDetails, withdrawCode } from '../codes/codes.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Account, Attributes } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import type { Pool } from '../store/pools.ts';
import { type Address, sendAddressCode } from './addresses.ts';
import { ruleOf } from './attribute-schema.ts';
import { ADDRESS_ATTRIBUTES, type AttributeChange, mergeAttributes } from './attributes.ts';
import { rewriteAccount } from './change-account.ts';

export interface AttributePlan {
  readonly attributes: Attributes;
  readonly pendingAttributes: Attributes;
  readonly toVerify: readonly Address[];
}

/**
 * Decides which values change at once. A new address stays pending if the pool requires verification, and the sign-in
 * address always does: a typo would lock the user out, and a rejection would reveal other accounts.
 */
export function planAttributes(
  pool: Pool,
  account: Account,
  change: AttributeChange,
): Result<AttributePlan, PoolError> {
  const merged = mergeAttributes(pool, account.attributes, change);
  if (!merged.ok) return merged;
  const given = new Map(change.given.map(({ Name, Value = '' }) => [Name, Value]));
  const attributes = new Map(Object.entries(merged.value));
  const pending = new Map(Object.entries(account.pendingAttributes));
  const toVerify: Address[] = [];
  for (const name of ADDRESS_ATTRIBUTES) {
    const value = given.get(name);
    if (value === undefined) continue;
    pending.delete(name);
    const isVerified = attributes.get(`${name}_verified`) === 'true';
    if (value === '' || value === account.attributes[name] || isVerified) continue;
    const isSignInName = change.by === 'user' && isUsernameAttribute(pool, name);
    const mustWait = isSignInName || pool.settings.attributesVerifiedBeforeUpdate.includes(name);
    if (mustWait) {
      pending.set(name, value);
      restore(attributes, account, name);
    }
    if (mustWait || pool.settings.autoVerifiedAttributes.includes(name))
      toVerify.push({ attribute: name, value });
  }
  return ok({
    attributes: Object.fromEntries(attributes),
    pendingAttributes: Object.fromEntries(pending),
    toVerify,
  });
}

function restore(attributes: Map<string, string>, account: Account, name: AddressAttribute): void {
  for (const each of [name, `${name}_verified`]) {
    const current = account.attributes[each];
    if (current === undefined) attributes.delete(each);
    else attributes.set(each, current);
  }
}

export async function applyPlan(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  of: { readonly pool: Pool; readonly account: Account; readonly plan: AttributePlan },
): Promise<readonly CodeDeliveryDetails[]> {
  const { pool, account, plan } = of;
  const { attributes, pendingAttributes, toVerify } = plan;
  const changed = await rewriteAccount(deps, tx, { pool, account, attributes, pendingAttributes });
  const details: CodeDeliveryDetails[] = [];
  for (const address of toVerify)
    details.push(
      await sendAddressCode(deps, tx, { pool, account: changed, address, purpose: 'verify_attribute' }),
    );
  return details;
}

export async function deleteAttributes(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  of: { readonly pool: Pool; readonly account: Account; readonly names: readonly string[] } & Pick<
    AttributeChange,
    'by'
  >,
): Promise<Result<object, PoolError>> {
  const { pool, account, names, by } = of;
  for (const name of names) {
    const rule = ruleOf(pool, name);
    if (rule === undefined || name.endsWith('_verified')) return err(errors.attributeIsFixed(name));
    if (by === 'user' && rule.isDeveloperOnly) return err(errors.attributeIsFixed(name));
  }
  const isSignInName = names.some((name) => isUsernameAttribute(pool, name));
  if (isSignInName && !keepsSignInName(pool, account, names))
    return err(errors.attributeIsRequired(names.join(', ')));
  const plan = planAttributes(pool, account, {
    given: names.map((Name) => ({ Name, Value: '' })),
    by: 'admin',
  });
  if (!plan.ok) return plan;
  await rewriteAccount(deps, tx, { pool, account, ...plan.value });
  for (const attribute of ADDRESS_ATTRIBUTES.filter((name) => names.includes(name)))
    await withdrawCode(tx, { account, purpose: 'verify_attribute', attribute });
  return ok({});
}

function isUsernameAttribute(pool: Pool, name: string): boolean {
  return pool.settings.usernameAttributes.some((each) => each === name);
}

function keepsSignInName(pool: Pool, account: Account, without: readonly string[]): boolean {
  return pool.settings.usernameAttributes.some(
    (each) => !without.includes(each) && account.attributes[each] !== undefined,
  );
}
