import type { Account } from '../store/accounts.ts';
import { presentAttributes } from './attributes.ts';

export function presentMfa(account: Account): object {
  const enabled = [
    ...(account.isSmsMfaEnabled ? ['SMS_MFA'] : []),
    ...(account.isTotpEnabled ? ['SOFTWARE_TOKEN_MFA'] : []),
    ...(account.isEmailMfaEnabled ? ['EMAIL_OTP'] : []),
    ...(account.isWebAuthnMfaEnabled ? ['WEB_AUTHN'] : []),
  ];
  return {
    ...(enabled.length > 0 ? { UserMFASettingList: enabled } : {}),
    ...(account.preferredMfa === null ? {} : { PreferredMfaSetting: account.preferredMfa }),
  };
}

/** JSON 1.1 timestamps are seconds since 1970. */
export function epochSeconds(at: Date): number {
  return at.getTime() / 1000;
}

/** `UserType` of AdminCreateUser and ListUsers. */
export function presentUser(account: Account, attributeNames?: readonly string[]): object {
  const attributes = presentAttributes(account).filter(
    ({ Name }) => attributeNames === undefined || attributeNames.includes(Name),
  );
  return {
    Username: account.username,
    Attributes: attributes,
    UserCreateDate: epochSeconds(account.createdAt),
    UserLastModifiedDate: epochSeconds(account.updatedAt),
    Enabled: account.isEnabled,
    UserStatus: account.status,
  };
}
