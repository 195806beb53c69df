import { matchPage } from '@coffer/contracts';
import type { SignedIn } from '../../api/session/session.ts';
import { lazy } from '../../ui/loading/lazy.tsx';
import { NotFound } from '../loading/lazy-not-found.ts';
import { Redirect } from '../redirect.tsx';

const OverviewRoute = lazy(async () => ({ default: (await import('./overview.tsx')).OverviewRoute }));
const PeopleRoute = lazy(async () => ({ default: (await import('./people.tsx')).PeopleRoute }));
const GroupsRoute = lazy(async () => ({ default: (await import('./groups.tsx')).GroupsRoute }));
const AdminSpacesRoute = lazy(async () => ({ default: (await import('./spaces.tsx')).AdminSpacesRoute }));
const AdminLinksRoute = lazy(async () => ({ default: (await import('./links.tsx')).AdminLinksRoute }));
const WebhooksRoute = lazy(async () => ({ default: (await import('../webhooks.tsx')).WebhooksRoute }));
const AuditRoute = lazy(async () => ({ default: (await import('./audit.tsx')).AuditRoute }));
const StorageRoute = lazy(async () => ({ default: (await import('./storage.tsx')).StorageRoute }));
const AdminJobsRoute = lazy(async () => ({ default: (await import('./jobs.tsx')).AdminJobsRoute }));
const AdminSettingsRoute = lazy(async () => ({
  default: (await import('./settings.tsx')).AdminSettingsRoute,
}));

interface AdministrationRoutesProps {
  readonly session: SignedIn;
  readonly path: string;
  readonly onChange: () => Promise<void>;
}

export function AdministrationRoutes({ session, path, onChange }: AdministrationRoutesProps) {
  if (matchPage('/admin', path) !== undefined) return <OverviewRoute session={session} />;
  const groups = matchPage('/admin/people/groups/:group?', path);
  if (groups !== undefined) return <GroupsRoute session={session} group={groups['group']} />;
  const guessed = matchPage('/admin/groups/:group?', path);
  if (guessed !== undefined) {
    return <Redirect to={['/admin/people/groups', guessed['group']].filter(Boolean).join('/')} />;
  }
  if (matchPage('/admin/people', path) !== undefined) {
    return <PeopleRoute session={session} onChange={onChange} />;
  }
  if (matchPage('/admin/settings', path) !== undefined) {
    return <AdminSettingsRoute person={session.person} tab="general" />;
  }
  if (matchPage('/admin/settings/branding', path) !== undefined) {
    return <AdminSettingsRoute person={session.person} tab="branding" />;
  }
  if (matchPage('/admin/settings/mail', path) !== undefined) {
    return <AdminSettingsRoute person={session.person} tab="mail" />;
  }
  if (matchPage('/admin/spaces', path) !== undefined) return <AdminSpacesRoute session={session} />;
  if (matchPage('/admin/links', path) !== undefined) return <AdminLinksRoute session={session} />;
  if (matchPage('/admin/webhooks', path) !== undefined) {
    return <WebhooksRoute session={session} space={undefined} />;
  }
  if (matchPage('/admin/audit', path) !== undefined) return <AuditRoute session={session} />;
  if (matchPage('/admin/storage', path) !== undefined) return <StorageRoute session={session} />;
  if (matchPage('/admin/jobs', path) !== undefined) return <AdminJobsRoute session={session} />;
  return <NotFound />;
}
