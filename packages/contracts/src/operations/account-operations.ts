import * as z from 'zod/mini';
import {
  AddPasskeyRequest,
  ChangeEmailRequest,
  ChangePasswordRequest,
  CodeSent,
  ConfirmResetRequest,
  ConfirmSignUpRequest,
  DeleteAccountRequest,
  EndedSessions,
  PasskeyList,
  PasskeyParams,
  PasskeyStart,
  OwnPicture,
  PictureParams,
  PreferFactorRequest,
  RecoveryCodes,
  RenamePasskeyRequest,
  ResendSignUpRequest,
  ResetPasswordRequest,
  SessionId,
  SessionList,
  SetMessageFactorRequest,
  SetPictureRequest,
  SignUpRequest,
  UpdateProfileRequest,
  VerifyEmailRequest,
} from '../account.ts';
import { AuthenticatorSecret, Factors, VerifyAuthenticatorRequest } from '../factors.ts';
import { ROUTES } from '../routes/routes.ts';
import { Person } from '../session.ts';
import { ApiTokenList, CreatedToken, CreateTokenRequest, CurrentToken, TokenId } from '../tokens/tokens.ts';

export const accountOperations = {
  getFactors: { ...ROUTES.getFactors, summary: 'The factors of the own account', response: Factors },
  startAuthenticator: {
    ...ROUTES.startAuthenticator,
    summary: 'Get the secret of a new authenticator',
    response: AuthenticatorSecret,
  },
  verifyAuthenticator: {
    ...ROUTES.verifyAuthenticator,
    summary: 'Prove the new authenticator and switch it on',
    body: VerifyAuthenticatorRequest,
    response: Factors,
  },
  removeAuthenticator: {
    ...ROUTES.removeAuthenticator,
    summary: 'Switch the authenticator off',
    response: Factors,
  },
  listSessions: {
    ...ROUTES.listSessions,
    summary: 'The devices that one is signed in with',
    response: SessionList,
  },
  endSession: {
    ...ROUTES.endSession,
    summary: 'Sign one device out',
    params: z.strictObject({ sessionId: SessionId }),
  },
  endOtherSessions: {
    ...ROUTES.endOtherSessions,
    summary: 'Sign every other device out',
    response: EndedSessions,
  },
  changePassword: {
    ...ROUTES.changePassword,
    summary: 'Replace the password',
    body: ChangePasswordRequest,
    response: EndedSessions,
  },
  updateProfile: {
    ...ROUTES.updateProfile,
    summary: 'Change the own name',
    body: UpdateProfileRequest,
    response: Person,
  },
  getPicture: { ...ROUTES.getPicture, summary: 'The picture of a person', params: PictureParams },
  setPicture: {
    ...ROUTES.setPicture,
    summary: 'Choose the own picture',
    body: SetPictureRequest,
    response: OwnPicture,
  },
  removePicture: { ...ROUTES.removePicture, summary: 'Have no picture any more' },
  changeEmail: {
    ...ROUTES.changeEmail,
    summary: 'Begin to replace the e-mail address',
    body: ChangeEmailRequest,
    response: CodeSent,
  },
  verifyEmail: {
    ...ROUTES.verifyEmail,
    summary: 'Prove the new e-mail address',
    body: VerifyEmailRequest,
  },
  keepEmail: { ...ROUTES.keepEmail, summary: 'Keep the old e-mail address after all' },
  setMessageFactor: {
    ...ROUTES.setMessageFactor,
    summary: 'Switch codes by e-mail or SMS on or off',
    body: SetMessageFactorRequest,
    response: Factors,
  },
  preferFactor: {
    ...ROUTES.preferFactor,
    summary: 'Choose the factor that is asked for',
    body: PreferFactorRequest,
    response: Factors,
  },
  makeRecoveryCodes: {
    ...ROUTES.makeRecoveryCodes,
    summary: 'Make new recovery codes; the old ones are void',
    response: RecoveryCodes,
  },
  listPasskeys: {
    ...ROUTES.listPasskeys,
    summary: 'The own passkeys',
    response: PasskeyList,
  },
  startPasskey: {
    ...ROUTES.startPasskey,
    summary: 'Get the options of a new passkey',
    response: PasskeyStart,
  },
  addPasskey: {
    ...ROUTES.addPasskey,
    summary: 'Keep a new passkey',
    body: AddPasskeyRequest,
    response: PasskeyList,
  },
  renamePasskey: {
    ...ROUTES.renamePasskey,
    summary: 'Give a passkey a name',
    params: PasskeyParams,
    body: RenamePasskeyRequest,
    response: PasskeyList,
  },
  removePasskey: {
    ...ROUTES.removePasskey,
    summary: 'Remove a passkey',
    params: PasskeyParams,
  },
  getCurrentToken: {
    ...ROUTES.getCurrentToken,
    summary: 'The API token that asks, and whose it is',
    response: CurrentToken,
  },
  listTokens: { ...ROUTES.listTokens, summary: 'The own API tokens', response: ApiTokenList },
  createToken: {
    ...ROUTES.createToken,
    summary: 'Make an API token; its secret is in this answer only',
    body: CreateTokenRequest,
    response: CreatedToken,
  },
  deleteToken: {
    ...ROUTES.deleteToken,
    summary: 'Delete an API token; it stops at once',
    params: z.strictObject({ tokenId: TokenId }),
  },
  deleteAccount: {
    ...ROUTES.deleteAccount,
    summary: 'Delete the own account',
    body: DeleteAccountRequest,
  },
  signUp: {
    ...ROUTES.signUp,
    summary: 'Make an account',
    body: SignUpRequest,
    response: CodeSent,
  },
  confirmSignUp: {
    ...ROUTES.confirmSignUp,
    summary: 'Confirm a new account by its code',
    body: ConfirmSignUpRequest,
  },
  resendSignUp: {
    ...ROUTES.resendSignUp,
    summary: 'Send the code of a new account again',
    body: ResendSignUpRequest,
    response: CodeSent,
  },
  resetPassword: {
    ...ROUTES.resetPassword,
    summary: 'Ask for a code to replace a forgotten password',
    body: ResetPasswordRequest,
    response: CodeSent,
  },
  confirmReset: {
    ...ROUTES.confirmReset,
    summary: 'Replace a forgotten password',
    body: ConfirmResetRequest,
  },
} as const;
