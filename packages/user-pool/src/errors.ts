export interface PoolError {
  readonly type: string;
  readonly message: string;
}

/** The error of a rate limit. OAuth clients are told how long to wait, if known. */
export interface TooMany extends PoolError {
  readonly retryAfterSeconds: number | undefined;
}

export function isTooMany(error: PoolError): error is TooMany {
  return 'retryAfterSeconds' in error;
}

const fixed = (type: string, message: string): PoolError => ({ type, message });

/**
 * Clients compare these literal texts. "Own text" marks texts that could not be observed at Cognito; the marks are
 * incomplete.
 */
export const errors = {
  incorrectCredentials: fixed('NotAuthorizedException', 'Incorrect username or password.'),
  userIsDisabled: fixed('NotAuthorizedException', 'User is disabled.'),
  attemptsExceeded: fixed('NotAuthorizedException', 'Password attempts exceeded'),
  temporaryPasswordExpired: fixed(
    'NotAuthorizedException',
    'Temporary password has expired and must be reset by an administrator.',
  ),
  sessionExpired: fixed('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  sessionUsed: fixed(
    'NotAuthorizedException',
    'Invalid session for the user, session can only be used once.',
  ),
  sessionInvalid: fixed('NotAuthorizedException', 'Invalid session for the user.'),
  secretHashInvalid: (clientId: string) =>
    fixed('NotAuthorizedException', `Unable to verify secret hash for client ${clientId}`),
  secretHashMissing: (clientId: string) =>
    fixed(
      'NotAuthorizedException',
      `Client ${clientId} is configured with secret but SECRET_HASH was not received`,
    ),
  /** Own text. */
  clientSecretInvalid: (clientId: string) =>
    fixed('NotAuthorizedException', `Unable to verify client secret for client ${clientId}`),
  accessTokenInvalid: fixed('NotAuthorizedException', 'Invalid Access Token'),
  accessTokenExpired: fixed('NotAuthorizedException', 'Access Token has expired'),
  accessTokenRevoked: fixed('NotAuthorizedException', 'Access Token has been revoked'),
  accessTokenLacksScope: fixed('NotAuthorizedException', 'Access Token does not have required scopes'),
  refreshTokenInvalid: fixed('NotAuthorizedException', 'Invalid Refresh Token'),
  refreshTokenExpired: fixed('NotAuthorizedException', 'Refresh Token has expired'),
  refreshTokenRevoked: fixed('NotAuthorizedException', 'Refresh Token has been revoked'),
  /** Own text. */
  refreshTokenReused: fixed(
    'RefreshTokenReuseException',
    'Refresh Token was used again after its rotation and has been revoked',
  ),
  emailIsFixed: fixed('NotAuthorizedException', 'Cannot modify an already provided email'),
  attributeIsProvided: (name: string) =>
    fixed('NotAuthorizedException', `Cannot modify an already provided ${name}`),
  attributeIsFixed: (name: string) =>
    fixed('NotAuthorizedException', `A client attempted to write unauthorized attribute ${name}`),

  cannotBeConfirmed: (status: string) =>
    fixed('NotAuthorizedException', `User cannot be confirmed. Current status is ${status}`),
  cannotBeReset: fixed('NotAuthorizedException', 'User password cannot be reset in the current state.'),
  signUpNotPermitted: fixed('NotAuthorizedException', 'SignUp is not permitted for this user pool'),
  /** Own text. */
  signUpDomainNotPermitted: fixed(
    'NotAuthorizedException',
    'SignUp is not permitted for e-mail addresses of this domain',
  ),
  /** Own text. */
  lastingPasswordNotPermitted: fixed(
    'NotAuthorizedException',
    'Administrators may set temporary passwords only in this user pool.',
  ),

  nameNotFound: fixed('UserNotFoundException', 'Username/client id combination not found.'),
  userNotFound: fixed('UserNotFoundException', 'User does not exist.'),
  userNotConfirmed: fixed('UserNotConfirmedException', 'User is not confirmed.'),
  passwordResetRequired: fixed('PasswordResetRequiredException', 'Password reset required for the user'),
  usernameExists: fixed('UsernameExistsException', 'User already exists'),
  emailExists: fixed('UsernameExistsException', 'An account with the given email already exists.'),
  phoneNumberExists: fixed(
    'UsernameExistsException',
    'An account with the given phone_number already exists.',
  ),
  aliasExists: (name: string) => fixed('AliasExistsException', `An account with the ${name} already exists.`),
  userStateUnsupported: fixed(
    'UnsupportedUserStateException',
    'Resend not possible. Current status is not FORCE_CHANGE_PASSWORD',
  ),

  codeMismatch: fixed('CodeMismatchException', 'Invalid verification code provided, please try again.'),
  codeExpired: fixed('ExpiredCodeException', 'Invalid code provided, please request a code again.'),
  totpCodeMismatch: fixed('CodeMismatchException', 'Invalid code received for user'),
  totpCodeUsed: fixed('ExpiredCodeException', 'Your software token has already been used once.'),
  totpEnableMismatch: fixed('EnableSoftwareTokenMFAException', 'Code mismatch'),
  totpNotEnabledByPool: fixed(
    'SoftwareTokenMFANotFoundException',
    'Software Token MFA has not been enabled by the userPool',
  ),
  totpNotSetUp: fixed('InvalidParameterException', 'User has not set up software token mfa'),
  totpNotVerified: fixed('InvalidParameterException', 'User has not verified software token mfa'),
  authCodeMismatch: fixed('CodeMismatchException', 'Invalid code or auth state for the user.'),
  /** Own texts. */
  mfaNotEnabledByPool: (kind: string) =>
    fixed('InvalidParameterException', `${kind} has not been enabled by the userPool`),
  mfaMethodNotFound: fixed(
    'MFAMethodNotFoundException',
    'The user has no multi-factor authentication method.',
  ),
  mfaIsRequired: fixed('InvalidParameterException', 'The userPool requires multi-factor authentication.'),
  mfaTwicePreferred: fixed('InvalidParameterException', 'Only one factor can be preferred.'),
  mfaPreferredNotEnabled: (kind: string) =>
    fixed('InvalidParameterException', `${kind} cannot be preferred while it is not enabled.`),
  challengeNotOffered: fixed('InvalidParameterException', 'The challenge is not available for this user.'),
  customAuthNotConfigured: fixed(
    'InvalidUserPoolConfigurationException',
    'Custom auth lambda trigger is not configured for the user pool.',
  ),
  mfaHasNoDelivery: (kind: string) =>
    fixed('InvalidParameterException', `User does not have delivery config set to turn on ${kind}`),

  /** Own texts for CUSTOM_AUTH hooks, types of the service model. */
  hookFailed: (hook: string, message: string) =>
    fixed('UserLambdaValidationException', `${hook} failed with error ${message}.`),
  hookUnreadable: fixed('InvalidLambdaResponseException', 'Unrecognizable lambda output'),
  hookTimedOut: (hook: string) => fixed('UnexpectedLambdaException', `${hook} invocation timed out.`),

  invalidParameter: (message: string) => fixed('InvalidParameterException', message),
  missingParameter: (name: string) =>
    fixed('InvalidParameterException', `Missing required parameter ${name}`),
  timestampUnreadable: fixed(
    'InvalidParameterException',
    'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.',
  ),
  /** Own text. */
  srpPublicInvalid: fixed('InvalidParameterException', 'SRP_A is not a valid public value.'),
  flowNotEnabled: (flow: string) =>
    fixed('InvalidParameterException', `${flow} flow not enabled for this client`),
  srpNotEnabled: fixed('InvalidParameterException', 'USER_SRP_AUTH is not enabled for the client.'),
  flowNotSupported: fixed('InvalidParameterException', 'Initiate Auth method not supported.'),
  /** Own text. */
  usernameTooLong: fixed('InvalidParameterException', 'USERNAME is too long.'),
  /** Own text. */
  challengeNotSupported: fixed('InvalidParameterException', 'Challenge not supported.'),
  /** Own text. */
  attributeIsImmutable: (name: string) =>
    fixed('InvalidParameterException', `user.${name}: Attribute cannot be updated.`),
  attributeIsRequired: (name: string) =>
    fixed(
      'InvalidParameterException',
      `Attributes did not conform to the schema: ${name}: The attribute is required`,
    ),
  phoneNumberMalformed: fixed('InvalidParameterException', 'Invalid phone number format.'),
  /** Own texts. */
  phoneUsernameRequired: fixed('InvalidParameterException', 'Username should be a phone number.'),
  addressUsernameRequired: fixed(
    'InvalidParameterException',
    'Username should be either an email or a phone number.',
  ),
  usernameIsEmail: fixed(
    'InvalidParameterException',
    'Username cannot be of email format, since user pool is configured for email alias.',
  ),
  usernameIsPhoneNumber: fixed(
    'InvalidParameterException',
    'Username cannot be of phone number format, since user pool is configured for phone number alias.',
  ),
  nothingToReset: fixed(
    'InvalidParameterException',
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  ),
  alreadyConfirmed: fixed('InvalidParameterException', 'User is already confirmed.'),
  /** Own text. */
  attributeIsUnprovable: fixed('InvalidParameterException', 'Only email and phone_number can be verified.'),
  /** Own text. */
  nothingToVerify: (name: string) => fixed('InvalidParameterException', `User has no ${name} to verify.`),
  emailMalformed: fixed('InvalidParameterException', 'Invalid email address format.'),
  emailUsernameRequired: fixed('InvalidParameterException', 'Username should be an email.'),
  attributesInvalid: (reason: string) =>
    fixed('InvalidParameterException', `Attributes did not conform to the schema: ${reason}`),
  filterInvalid: fixed('InvalidParameterException', 'Error while parsing filter'),
  attributesUnknown: fixed('InvalidParameterException', 'One or more requested attributes do not exist.'),
  paginationTokenInvalid: fixed('InvalidParameterException', 'Invalid pagination token'),
  oneCredentialExpected: fixed(
    'InvalidParameterException',
    'Either AccessToken or Session must be given, and not both',
  ),
  passwordUnfit: (reason: string) =>
    fixed('InvalidPasswordException', `Password did not conform with policy: ${reason}`),
  /** Own text. */
  passwordUsedBefore: fixed(
    'PasswordHistoryPolicyViolationException',
    'Password has been used recently. Choose another one.',
  ),
  adminPasswordUnfit: (reason: string) =>
    fixed('InvalidPasswordException', `Password did not conform with password policy: ${reason}`),

  attemptLimitExceeded: fixed(
    'LimitExceededException',
    'Attempt limit exceeded, please try after some time.',
  ),
  rateExceeded: (retryAfterSeconds?: number): TooMany => ({
    ...fixed('TooManyRequestsException', 'Rate exceeded'),
    retryAfterSeconds,
  }),
  oauthFlowInvalid: (reason: string) => fixed('InvalidOAuthFlowException', reason),
  /** Own text. */
  scopeUnknown: (scope: string) => fixed('ScopeDoesNotExistException', `The scope ${scope} does not exist.`),
  deletionProtected: fixed(
    'InvalidParameterException',
    'The user pool cannot be deleted because deletion protection is activated. Deletion protection must be inactivated first.',
  ),
  /** Own text. */
  secretNotFound: fixed('ResourceNotFoundException', 'The client secret does not exist.'),
  /** Own text. */
  accessDenied: fixed(
    'AccessDeniedException',
    'The access key is not allowed to do that with this user pool.',
  ),
  /** Own text. */
  sessionNotFound: fixed('ResourceNotFoundException', 'Session not found.'),
  /** Own text. */
  sessionIsCurrent: fixed(
    'InvalidParameterException',
    'The current session cannot be revoked: sign out instead.',
  ),
  /** Own text. */
  sessionsNotTracked: fixed(
    'OperationNotEnabledException',
    'User session tracking is not enabled for the user pool.',
  ),
  groupNotFound: fixed('ResourceNotFoundException', 'Group not found.'),
  groupExists: fixed('GroupExistsException', 'A group with the name already exists.'),
  /** Own text. */
  tooMany: (what: string) => fixed('LimitExceededException', `There are too many ${what}.`),
  clientNotFound: (clientId: string) =>
    fixed('ResourceNotFoundException', `User pool client ${clientId} does not exist.`),
  poolNotFound: (poolId: string) => fixed('ResourceNotFoundException', `User pool ${poolId} does not exist.`),
  rotationForbidsFlow: fixed(
    'UnsupportedOperationException',
    'Refresh token rotation is enabled for this client: use GetTokensFromRefreshToken.',
  ),
  revocationNotEnabled: fixed(
    'UnsupportedOperationException',
    'Token revocation is not enabled for this client.',
  ),
  tokenTypeUnsupported: fixed('UnsupportedTokenTypeException', 'Unsupported token type'),
  clientUnauthorized: fixed('UnauthorizedException', 'Unauthorized'),

  /** Own texts, up to the devices. */
  webAuthnNotEnabled: fixed('WebAuthnNotEnabledException', 'Passkeys are not enabled for this user pool.'),
  webAuthnConfigurationMissing: fixed(
    'WebAuthnConfigurationMissingException',
    'The user pool has no relying party id.',
  ),
  webAuthnChallengeNotFound: fixed(
    'WebAuthnChallengeNotFoundException',
    'The challenge was not found or has expired. Start the registration again.',
  ),
  webAuthnClientMismatch: fixed(
    'WebAuthnClientMismatchException',
    'The registration was started with another client.',
  ),
  webAuthnOriginNotAllowed: fixed(
    'WebAuthnOriginNotAllowedException',
    'The origin of the credential is not allowed.',
  ),
  webAuthnRelyingPartyMismatch: fixed(
    'WebAuthnRelyingPartyMismatchException',
    'The credential is for another relying party.',
  ),
  webAuthnCredentialNotSupported: fixed(
    'WebAuthnCredentialNotSupportedException',
    'The credential is not supported.',
  ),
  webAuthnCredentialExists: fixed(
    'InvalidParameterException',
    'The credential is already registered in this user pool.',
  ),
  webAuthnCredentialMalformed: fixed('InvalidParameterException', 'Credential is not a valid credential.'),
  webAuthnCredentialLimit: fixed(
    'LimitExceededException',
    'The user has the maximum number of passkeys already.',
  ),
  webAuthnCredentialNotFound: fixed('ResourceNotFoundException', 'The passkey does not exist.'),
  webAuthnNeedsOtherFactor: fixed(
    'InvalidParameterException',
    'Another second factor must be enabled beside the passkey.',
  ),
  webAuthnCredentialIsLast: fixed(
    'InvalidParameterException',
    'The last passkey of a user without a password or a verified address cannot be deleted.',
  ),

  deviceNotFound: fixed('ResourceNotFoundException', 'Device does not exist.'),
  /** Own text. */
  deviceKeyExists: fixed('DeviceKeyExistsException', 'Device is already confirmed.'),
  deviceVerifierNegative: fixed(
    'InvalidParameterException',
    'Negate value passed for salt and password verifier',
  ),
  /** Own text. */
  deviceVerifierInvalid: fixed('InvalidParameterException', 'Invalid device secret verifier config.'),
  /** Own text. */
  devicesNotTracked: fixed(
    'InvalidUserPoolConfigurationException',
    'Device tracking is not enabled for this user pool.',
  ),

  providerNotFound: (name: string) =>
    fixed('ResourceNotFoundException', `Identity provider ${name} does not exist.`),
  providerExists: (name: string) =>
    fixed('DuplicateProviderException', `A provider with the name ${name} already exists in this user pool.`),
  /** Own text. */
  providerTypeUnsupported: fixed(
    'InvalidParameterException',
    'Only identity providers of type OIDC, by another name than COGNITO, are supported.',
  ),
  /** Own text. */
  providerDetailsInvalid: (member: string) =>
    fixed('InvalidParameterException', `Invalid ProviderDetails: ${member}`),
  /** Own text. */
  linkDestinationInvalid: fixed(
    'InvalidParameterException',
    'DestinationUser must be a user of the pool: ProviderName Cognito.',
  ),
  /** Own text. */
  linkSourceInvalid: fixed(
    'InvalidParameterException',
    'The user of another provider is named by ProviderAttributeName Cognito_Subject.',
  ),
  sourceAlreadyLinked: fixed(
    'InvalidParameterException',
    'Merging is not currently supported, provide a SourceUser that has not been signed up in order to link',
  ),
  /** Own text. */
  tooManyIdentities: fixed('LimitExceededException', 'A user may have five linked identities.'),

  unknownOperation: fixed('UnknownOperationException', 'The requested operation is not known.'),
  serialization: (message: string) => fixed('SerializationException', message),
  bodyTooLarge: fixed('RequestEntityTooLargeException', 'The request body is too large.'),
  internal: fixed('InternalErrorException', 'Internal error.'),
  notReady: fixed('ServiceUnavailableException', 'The service is starting.'),

  authenticationMissing: fixed('MissingAuthenticationTokenException', 'Missing Authentication Token'),
  signatureIncomplete: (message: string) => fixed('IncompleteSignatureException', message),
  accessKeyUnknown: fixed(
    'UnrecognizedClientException',
    'The security token included in the request is invalid.',
  ),
  signatureInvalid: (message: string) => fixed('InvalidSignatureException', message),
} as const;
