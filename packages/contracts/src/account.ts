import * as z from 'zod/mini';
import { Instant } from './ids.ts';
import { LIMITS } from './limits.ts';
import { Email, NewPassword } from './session.ts';

const Code = z.string().check(z.regex(/^\d{4,10}$/));
const PersonName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const Username = z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.usernameLengthMax));
/** A password that is proved by sending it. It passes through the server's memory once and is never logged. */
const PresentPassword = z.string().check(z.minLength(1), z.maxLength(LIMITS.passwordLengthMax));

/** Hex of SHA-256: names a session, and cannot be used as one. */
export const SessionId = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The devices that somebody is signed in with, the one that asks first. */
export const SessionList = z.object({
  items: z.array(
    z.object({
      id: SessionId,
      isCurrent: z.boolean(),
      /** `Firefox, Linux`; may be empty. */
      device: z.string(),
      address: z.string(),
      /** Id of the issuer that the person came by; null: the pool. */
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

/** Cognito has no other form of it: both passwords pass through the server's memory once. */
export const ChangePasswordRequest = z.strictObject({
  previousPassword: PresentPassword,
  newPassword: NewPassword,
  /** Whether the other devices are signed out: on unless the person says otherwise. */
  endsOtherSessions: z.boolean(),
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

export const UpdateProfileRequest = z.strictObject({ name: PersonName });
export type UpdateProfileRequest = z.infer<typeof UpdateProfileRequest>;

/** A `data:` address: the browser made it small and square before it was sent. No kind that could hold a script. */
const PictureData = z
  .string()
  .check(
    z.maxLength(LIMITS.pictureLengthMax),
    z.regex(/^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
  );

export const Picture = z.object({ picture: z.nullable(PictureData) });
export type Picture = z.infer<typeof Picture>;

export const SetPictureRequest = z.strictObject({ picture: PictureData });
export type SetPictureRequest = z.infer<typeof SetPictureRequest>;

/** Where a code went, masked as the pool masks it; null when the pool does not say. */
export const CodeSent = z.object({ destination: z.nullable(z.string()) });
export type CodeSent = z.infer<typeof CodeSent>;

export const ChangeEmailRequest = z.strictObject({ email: Email });
export type ChangeEmailRequest = z.infer<typeof ChangeEmailRequest>;

export const VerifyEmailRequest = z.strictObject({ code: Code });
export type VerifyEmailRequest = z.infer<typeof VerifyEmailRequest>;

/** A factor that is asked for by message, on or off. */
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
      /** What the person calls it, else what the pool does; may be empty. */
      name: z.string(),
      createdAt: z.nullable(Instant),
      /** `platform` or `cross-platform`, where the pool knows it. */
      attachment: z.nullable(z.string()),
    }),
  ),
});
export type PasskeyList = z.infer<typeof PasskeyList>;

/** Base64url, as the authenticator made it. */
export const PasskeyParams = z.strictObject({
  passkeyId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/)),
});

export const RenamePasskeyRequest = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.passkeyNameLengthMax)),
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

/** Ten codes that stand in for the authenticator, once each. Shown this one time. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Typed in capitals or not, with hyphens and spaces or without. */
export const UseRecoveryCodeRequest = z.strictObject({
  code: z.string().check(z.minLength(16), z.maxLength(40)),
});
export type UseRecoveryCodeRequest = z.infer<typeof UseRecoveryCodeRequest>;

export const DeleteAccountRequest = z.strictObject({
  /** The person's own e-mail address or user name, typed to show that it is meant. */
  confirmation: z.string().check(z.minLength(1), z.maxLength(LIMITS.emailLengthMax)),
});
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>;

export const SignUpRequest = z.strictObject({ email: Email, name: PersonName, password: NewPassword });
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
