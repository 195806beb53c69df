import type { SignedIn } from '../../api/session/session.ts';
import { AdminJobs } from '../../features/admin-jobs/index.ts';

/** Route `/admin/jobs`. */
export function AdminJobsRoute({ session }: { readonly session: SignedIn }) {
  return <AdminJobs person={session.person} />;
}
