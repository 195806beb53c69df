import { isLinkToken } from './links/link-token.ts';
import { isUuid } from './uuid.ts';

/** `:name` is a parameter, `:name?` an optional one. */
const PAGE_PATHS = [
  '/',
  '/home',
  '/s/:space/:node?/:view?',
  '/transfers',
  '/trash/:space?',
  '/largest/:space',
  '/webhooks/:space',
  '/shared/:node?/:view?',
  '/nodes/:node/access',
  '/nodes/:node/past',
  '/see-as/:viewing/:node?',
  '/search',
  '/l/:token',
  '/activity/:space?',
  '/recent',
  '/starred',
  '/tags/:tag',
  '/settings',
  '/settings/profile',
  '/settings/security',
  '/settings/sessions',
  '/settings/tokens',
  '/settings/notifications',
  '/settings/appearance',
  '/admin',
  '/admin/people',
  '/admin/people/groups/:group?',
  // Where people look for groups: redirects to the page of groups.
  '/admin/groups/:group?',
  '/admin/spaces',
  '/admin/links',
  '/admin/webhooks',
  '/admin/audit',
  '/admin/storage',
  '/admin/jobs',
  '/admin/settings',
  '/admin/settings/branding',
  '/admin/settings/mail',
  '/welcome',
  '/join',
  '/new-password',
  '/sign-in',
  '/sign-in/challenge',
  '/sign-up',
  '/sign-up/confirm',
  '/reset',
  '/reset/confirm',
  '/auth/callback',
  '/signed-out',
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];
export type PathParams = Readonly<Record<string, string | undefined>>;

export function isPage(path: string): boolean {
  return PAGE_PATHS.some((page) => {
    const params = matchPath(page, path);
    return params !== undefined && Object.entries(params).every(isPossible);
  });
}

/** Checks only the syntax. */
function isPossible([name, value]: readonly [string, string | undefined]): boolean {
  if (value === undefined) return true;
  if (name === 'token') return isLinkToken(value);
  // Accepts any name, so that the response does not reveal which tags exist.
  if (name === 'tag') return true;
  return name === 'view' ? value === 'view' : isUuid(value);
}

/** The parameters if `path` belongs to `page`, else undefined. */
export function matchPage(page: PagePath, path: string): PathParams | undefined {
  return matchPath(page, path);
}

/** Ignores the case of literal segments, and a trailing slash. */
export function matchPath(pattern: string, path: string): PathParams | undefined {
  const wanted = partsOf(pattern);
  const given = partsOf(path);
  const fits =
    given.length <= wanted.length &&
    wanted.every((part, index) => {
      const value = given[index];
      if (value === undefined) return part.endsWith('?');
      return part.startsWith(':') || part.toLowerCase() === value.toLowerCase();
    });
  if (!fits) return undefined;
  const names = wanted.map((part, index) => [part.replaceAll(/[:?]/g, ''), given[index]] as const);
  return Object.fromEntries(names.filter((_name, index) => wanted[index]?.startsWith(':') === true));
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}
