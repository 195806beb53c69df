import type { PoolError } from '../../errors.ts';
import type { MessageKey } from './messages/en.ts';

const BY_MESSAGE: Readonly<Record<string, MessageKey>> = {
  'Incorrect username or password.': 'errorCredentials',
  'Password attempts exceeded': 'errorTooMany',
  'User is disabled.': 'errorDisabled',
  'Temporary password has expired and must be reset by an administrator.': 'errorTemporary',
  'Your software token has already been used once.': 'errorCodeUsed',
  'Invalid email address format.': 'errorEmail',
  'Username should be an email.': 'errorEmail',
  'SignUp is not permitted for e-mail addresses of this domain': 'errorDomain',
  'Invalid phone number format.': 'errorPhone',
  'Username should be a phone number.': 'errorPhone',
  'Username should be either an email or a phone number.': 'errorEmail',
  'Cannot reset password for the user as there is no registered/verified email or phone_number':
    'errorNoRecovery',
};

const BY_TYPE: Readonly<Record<string, MessageKey>> = {
  UserNotFoundException: 'errorCredentials',
  CodeMismatchException: 'errorCode',
  EnableSoftwareTokenMFAException: 'errorCode',
  ExpiredCodeException: 'errorCodeExpired',
  UsernameExistsException: 'errorNameTaken',
  AliasExistsException: 'errorAddressTaken',
  LimitExceededException: 'errorTooMany',
  TooManyRequestsException: 'errorTooMany',
  TooManyFailedAttemptsException: 'errorTooMany',
  CodeDeliveryFailureException: 'errorDelivery',
  InvalidParameterException: 'errorInput',
  SerializationException: 'errorInput',
};

export function problemOf(error: PoolError): MessageKey {
  if (isAboutPassword(error)) return PASSWORD_PROBLEMS[error.type] ?? 'errorPassword';
  if (error.message.includes("Value at 'confirmationCode'")) return 'errorCode';
  return BY_MESSAGE[error.message] ?? BY_TYPE[error.type] ?? 'errorRefused';
}

const PASSWORD_PROBLEMS: Readonly<Record<string, MessageKey>> = {
  PasswordHistoryPolicyViolationException: 'errorPasswordHistory',
};

export function isAboutPassword(error: PoolError): boolean {
  return (
    error.type === 'InvalidPasswordException' ||
    error.type === 'PasswordHistoryPolicyViolationException' ||
    error.message.includes("Value at 'password'")
  );
}

export function isSessionOver(error: PoolError): boolean {
  return error.type === 'NotAuthorizedException' && error.message.startsWith('Invalid session for the user');
}
