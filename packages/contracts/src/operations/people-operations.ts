import * as z from 'zod/mini';
import {
  AdminPeoplePage,
  AdminPeopleQuery,
  ChangeSystemRoleRequest,
  DisabledPerson,
  HandedOverFiles,
  HandOverRequest,
  InvitePeopleRequest,
  InvitePeopleResult,
  IssuedLink,
  WithdrawInvitationRequest,
} from '../administration/people.ts';
import { Removal, RemovedPerson, RemovePersonRequest } from '../administration/removal.ts';
import { UserId } from '../ids.ts';
import {
  AcceptInvitationRequest,
  LinkUsed,
  OneTimeLink,
  OpenLinkRequest,
  UseResetLinkRequest,
} from '../people.ts';
import { ROUTES } from '../routes/routes.ts';
import { ApiTokenList, RevokedTokens, TokenId } from '../tokens/tokens.ts';

const PersonParams = z.strictObject({ personId: UserId });

export const peopleOperations = {
  openLink: {
    ...ROUTES.openLink,
    summary: 'Whom a one-time link is for',
    body: OpenLinkRequest,
    response: OneTimeLink,
  },
  acceptInvitation: {
    ...ROUTES.acceptInvitation,
    summary: 'Create an account with an invitation link',
    body: AcceptInvitationRequest,
    response: LinkUsed,
  },
  useResetLink: {
    ...ROUTES.useResetLink,
    summary: 'Choose a new password with a reset link',
    body: UseResetLinkRequest,
    response: LinkUsed,
  },
  listAdminPeople: {
    ...ROUTES.listAdminPeople,
    summary: 'Everybody with an account, and open invitations',
    query: AdminPeopleQuery,
    response: AdminPeoplePage,
  },
  invitePeople: {
    ...ROUTES.invitePeople,
    summary: 'Make one-time links to join, an answer for each address',
    body: InvitePeopleRequest,
    response: InvitePeopleResult,
  },
  withdrawInvitation: {
    ...ROUTES.withdrawInvitation,
    summary: 'Make an unused invitation worthless',
    body: WithdrawInvitationRequest,
  },
  createResetLink: {
    ...ROUTES.createResetLink,
    summary: 'Make a one-time link to choose a new password',
    params: PersonParams,
    response: IssuedLink,
  },
  changeSystemRole: {
    ...ROUTES.changeSystemRole,
    summary: 'Change the role of a person in the installation',
    params: PersonParams,
    body: ChangeSystemRoleRequest,
  },
  disablePerson: {
    ...ROUTES.disablePerson,
    summary: 'Sign a person out everywhere and keep them out',
    params: PersonParams,
    response: DisabledPerson,
  },
  enablePerson: {
    ...ROUTES.enablePerson,
    summary: 'Let a disabled person sign in again',
    params: PersonParams,
  },
  signPersonOut: {
    ...ROUTES.signPersonOut,
    summary: 'End every session of a person',
    params: PersonParams,
  },
  listPersonTokens: {
    ...ROUTES.listPersonTokens,
    summary: 'The API tokens of somebody',
    params: PersonParams,
    response: ApiTokenList,
  },
  revokeToken: {
    ...ROUTES.revokeToken,
    summary: 'Delete an API token of somebody',
    params: z.strictObject({ personId: UserId, tokenId: TokenId }),
  },
  revokeTokens: {
    ...ROUTES.revokeTokens,
    summary: 'Delete every API token of somebody',
    params: PersonParams,
    response: RevokedTokens,
  },
  resetPersonFactors: {
    ...ROUTES.resetPersonFactors,
    summary: 'Switch the second factors of a person off',
    params: PersonParams,
  },
  removePersonPicture: {
    ...ROUTES.removePersonPicture,
    summary: 'Remove the picture of a person',
    params: PersonParams,
  },
  getRemoval: {
    ...ROUTES.getRemoval,
    summary: 'What ends and what stays when an account is deleted',
    params: PersonParams,
    response: Removal,
  },
  removePerson: {
    ...ROUTES.removePerson,
    summary: 'Delete the account of a person, with the choice to whom the files go',
    params: PersonParams,
    body: RemovePersonRequest,
    response: RemovedPerson,
  },
  handOverFiles: {
    ...ROUTES.handOverFiles,
    summary: 'Give the personal space of a person to another person',
    params: PersonParams,
    body: HandOverRequest,
    response: HandedOverFiles,
  },
} as const;
