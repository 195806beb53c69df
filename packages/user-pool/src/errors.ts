/** An answer of the pool that is not a success, as it goes over the wire. */
export interface PoolError {
  readonly type: string;
  readonly message: string;
}

const fixed = (type: string, message: string): PoolError => ({ type, message });

/**
 * Every failure with its literal text: clients compare both. A text marked "own" could not be seen at Cognito, whose
 * service model tells the type alone; not every own text is marked yet.
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
  attributeIsFixed: (name: string) =>
    fixed('NotAuthorizedException', `A client attempted to write unauthorized attribute ${name}`),

  userNotFound: fixed('UserNotFoundException', 'User does not exist.'),
  userNotConfirmed: fixed('UserNotConfirmedException', 'User is not confirmed.'),
  passwordResetRequired: fixed('PasswordResetRequiredException', 'Password reset required for the user'),
  usernameExists: fixed('UsernameExistsException', 'User already exists'),
  emailExists: fixed('UsernameExistsException', 'An account with the given email already exists.'),
  userStateUnsupported: fixed(
    'UnsupportedUserStateException',
    'Resend not possible. Current status is not FORCE_CHANGE_PASSWORD',
  ),

  totpCodeMismatch: fixed('CodeMismatchException', 'Invalid code received for user'),
  totpCodeUsed: fixed('ExpiredCodeException', 'Your software token has already been used once.'),
  totpEnableMismatch: fixed('EnableSoftwareTokenMFAException', 'Code mismatch'),
  totpNotEnabledByPool: fixed(
    'SoftwareTokenMFANotFoundException',
    'Software Token MFA has not been enabled by the userPool',
  ),
  totpNotSetUp: fixed('InvalidParameterException', 'User has not set up software token mfa'),
  totpNotVerified: fixed('InvalidParameterException', 'User has not verified software token mfa'),
  mfaHasNoDelivery: (kind: string) =>
    fixed('InvalidParameterException', `User does not have delivery config set to turn on ${kind}`),

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
  challengeNotSupported: fixed('InvalidParameterException', 'Challenge not supported.'),
  emailMalformed: fixed('InvalidParameterException', 'Invalid email address format.'),
  emailUsernameRequired: fixed('InvalidParameterException', 'Username should be an email.'),
  attributesInvalid: (reason: string) =>
    fixed('InvalidParameterException', `Attributes did not conform to the schema: ${reason}`),
  filterInvalid: fixed('InvalidParameterException', 'Error while parsing filter'),
  paginationTokenInvalid: fixed('InvalidParameterException', 'Invalid pagination token'),
  oneCredentialExpected: fixed(
    'InvalidParameterException',
    'Either AccessToken or Session must be given, and not both',
  ),
  passwordUnfit: (reason: string) =>
    fixed('InvalidPasswordException', `Password did not conform with policy: ${reason}`),
  adminPasswordUnfit: (reason: string) =>
    fixed('InvalidPasswordException', `Password did not conform with password policy: ${reason}`),

  attemptLimitExceeded: fixed(
    'LimitExceededException',
    'Attempt limit exceeded, please try after some time.',
  ),
  rateExceeded: fixed('TooManyRequestsException', 'Rate exceeded'),
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

  /** Own texts, from here to the devices. */
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
