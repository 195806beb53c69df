import type { AdminPerson, IssuedLink, OpenInvitation, SpaceId } from '@coffer/contracts';

export type OpenDialog =
  | { readonly kind: 'invite' }
  | {
      readonly kind: 'link';
      readonly purpose: 'invitation' | 'mailed' | 'password';
      readonly name: string;
      readonly link: IssuedLink;
    }
  | { readonly kind: 'quota'; readonly item: AdminPerson & { readonly spaceId: SpaceId } }
  | { readonly kind: 'handOver' | 'remove' | 'tokens'; readonly item: AdminPerson }
  | Confirmed;

export type Confirmed =
  | { readonly kind: 'withdraw'; readonly item: OpenInvitation }
  | { readonly kind: 'disable' | 'signOut' | 'resetFactors' | 'removePicture'; readonly item: AdminPerson }
  | { readonly kind: 'ownRole'; readonly item: AdminPerson; readonly role: AdminPerson['role'] };
