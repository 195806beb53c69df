import type { AdminPeoplePage, AdminPerson, OpenInvitation } from '@coffer/contracts';

export type Listed = AdminPeoplePage['items'][number];

export function isInvitation(item: Listed): item is OpenInvitation {
  return item.status === 'invited';
}

export function isPerson(item: Listed): item is AdminPerson {
  return item.status !== 'invited';
}

export function nameOf(item: Listed): string {
  const username = isPerson(item) ? item.username : '';
  return [item.name, item.email, username].find((text) => text !== '') ?? '';
}

/** The id of a person, or the email address of an invitation. */
export function keyOf(item: Listed): string {
  return isPerson(item) ? item.id : item.email.toLowerCase();
}
