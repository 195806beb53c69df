import type { PublicLink, RequestTerms } from '@coffer/contracts';
import type { LinkChange } from '../../../api/links/node-links.ts';
import type { LinkFacts } from './read-link-form.ts';

export interface ChangedLinks {
  /** The link when its form was opened. */
  readonly opened: PublicLink;
  /** The newest version of the link, which another person may have changed meanwhile. */
  readonly now: PublicLink;
}

/** Only what the person has changed in the form. The server replaces all terms of a request together. */
export function changedLink({ opened, now }: ChangedLinks, facts: LinkFacts): LinkChange {
  const { label, password, expiresAt, downloadsMax, bytesMax, request } = facts;
  const terms = request === undefined ? undefined : changedTerms(opened.request, request);
  return {
    ...(label !== opened.label && { label }),
    ...(password !== undefined && { password }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(request === undefined && downloadsMax !== opened.downloadsMax && { downloadsMax }),
    ...(request === undefined && bytesMax !== opened.bytesMax && { bytesMax }),
    ...(request !== undefined &&
      terms !== undefined && { request: { ...request, ...termsOf(now.request), ...terms } }),
  };
}

function changedTerms(
  opened: PublicLink['request'],
  { message, asksName, asksEmail, filesMax, bytesMax, kinds }: RequestTerms,
): Partial<RequestTerms> | undefined {
  const changed = {
    ...(message !== opened?.message && { message }),
    ...(asksName !== opened?.asksName && { asksName }),
    ...(asksEmail !== opened?.asksEmail && { asksEmail }),
    ...(filesMax !== opened?.filesMax && { filesMax }),
    ...(bytesMax !== opened?.bytesMax && { bytesMax }),
    ...(kinds.toSorted().join() !== opened?.kinds.toSorted().join() && { kinds }),
  };
  return Object.keys(changed).length === 0 ? undefined : changed;
}

function termsOf(request: PublicLink['request']): Partial<RequestTerms> {
  if (request === null) return {};
  const { files: _files, sizeBytes: _sizeBytes, ...terms } = request;
  return terms;
}
