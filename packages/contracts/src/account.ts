import * as z from 'zod/mini';
import { Instant, PictureId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { AccountEmail, NewPassword, PersonName, Username } from './session.ts';
import { typedLine } from './text.ts';

const Code = z.string().check(z.regex(/^\d{4,10}$/));
/** Passes through the server's memory once and is never logged. */
const PresentPassword = z.string().check(z.minLength(1), z.maxLength(LIMITS.passwordLengthMax));

/** Hex SHA-256 of a session. It cannot be used as a credential. */
export const SessionId = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const SessionList = z.object({
  items: z.array(
    z.object({
      id: SessionId,
      isCurrent: z.boolean(),
      /** `Firefox, Linux`. May be empty. */
      device: z.string(),
      address: z.string(),
      /** Issuer id. Null for the user pool. */
      issuer: z.nullable(z.string()),
      signedInAt: Instant,
      lastSeenAt: Instant,
      expiresAt: Instant,
    }),
  ),
});
export type SessionList = z.infer<typeof SessionList>;

export const EndedSessions = z.object({ ended: z.int() });
export type EndedSessions = z.infer<typeof EndedSessions>;

/** Contains both passwords in plain text, because Cognito's `ChangePassword` requires them. */
export const ChangePasswordRequest = z.strictObject({
  previousPassword: PresentPassword,
  newPassword: NewPassword,
  endsOtherSessions: z.boolean(),
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

export const UpdateProfileRequest = z.strictObject({ name: PersonName });
export type UpdateProfileRequest = z.infer<typeof UpdateProfileRequest>;

/** Of at most 512 pixels each way. Its metadata is left out. */
const PictureData = z
  .string()
  .check(z.maxLength(LIMITS.pictureLengthMax), z.regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/));

export const SetPictureRequest = z.strictObject({ picture: PictureData });
export type SetPictureRequest = z.infer<typeof SetPictureRequest>;

export const OwnPicture = z.object({ picture: PictureId });
export type OwnPicture = z.infer<typeof OwnPicture>;

export const PictureParams = z.strictObject({ pictureId: PictureId });

/** Masked by the pool. Null if unknown. */
export const CodeSent = z.object({ destination: z.nullable(z.string()) });
export type CodeSent = z.infer<typeof CodeSent>;

export const ChangeEmailRequest = z.strictObject({ email: AccountEmail });
export type ChangeEmailRequest = z.infer<typeof ChangeEmailRequest>;

export const VerifyEmailRequest = z.strictObject({ code: Code });
export type VerifyEmailRequest = z.infer<typeof VerifyEmailRequest>;

export const SetMessageFactorRequest = z.strictObject({
  factor: z.enum(['EMAIL_OTP', 'SMS_MFA']),
  isEnabled: z.boolean(),
});
export type SetMessageFactorRequest = z.infer<typeof SetMessageFactorRequest>;

export const PreferFactorRequest = z.strictObject({
  factor: z.nullable(z.enum(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'])),
});
export type PreferFactorRequest = z.infer<typeof PreferFactorRequest>;

export const PasskeyList = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      /** May be empty. */
      name: z.string(),
      createdAt: z.nullable(Instant),
      /** `platform` or `cross-platform`, if the pool knows it. */
      attachment: z.nullable(z.string()),
    }),
  ),
});
export type PasskeyList = z.infer<typeof PasskeyList>;

export const PasskeyParams = z.strictObject({
  passkeyId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/)),
});

export const RenamePasskeyRequest = z.strictObject({
  name: typedLine(1, LIMITS.passkeyNameLengthMax),
});
export type RenamePasskeyRequest = z.infer<typeof RenamePasskeyRequest>;

/** PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, 5.4) as text. */
export const PasskeyStart = z.object({ options: z.string() });
export type PasskeyStart = z.infer<typeof PasskeyStart>;

/** RegistrationResponseJSON (WebAuthn level 3, 5.1) as text. */
export const AddPasskeyRequest = z.strictObject({
  credential: z.string().check(z.minLength(2), z.maxLength(65_536)),
});
export type AddPasskeyRequest = z.infer<typeof AddPasskeyRequest>;

/** Ten single-use codes that replace the authenticator. They are shown only once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Case, hyphens and spaces do not matter. */
export const UseRecoveryCodeRequest = z.strictObject({
  code: z.string().check(z.minLength(16), z.maxLength(40)),
});
export type UseRecoveryCodeRequest = z.infer<typeof UseRecoveryCodeRequest>;

export const DeleteAccountRequest = z.strictObject({
  /** The person's own e-mail address or user name, typed as confirmation. */
  confirmation: z.string().check(z.minLength(1), z.maxLength(LIMITS.emailLengthMax)),
});
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>;

export const SignUpRequest = z.strictObject({ email: AccountEmail, name: PersonName, password: NewPassword });
export type SignUpRequest = z.infer<typeof SignUpRequest>;

export const ConfirmSignUpRequest = z.strictObject({ username: Username, code: Code });
export type ConfirmSignUpRequest = z.infer<typeof ConfirmSignUpRequest>;

export const ResendSignUpRequest = z.strictObject({ username: Username });
export type ResendSignUpRequest = z.infer<typeof ResendSignUpRequest>;

export const ResetPasswordRequest = z.strictObject({ username: Username });
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>;

export const ConfirmResetRequest = z.strictObject({
  username: Username,
  code: Code,
  password: NewPassword,
});
export type ConfirmResetRequest = z.infer<typeof ConfirmResetRequest>;
