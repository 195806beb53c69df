import { matchPage } from '@coffer/contracts';
import type { ApiError } from '../../api/calls/error.ts';
import type { SignedIn } from '../../api/session/session.ts';
import {
  ActivityRoute,
  AdministrationRoutes,
  HomeRoute,
  MomentsRoute,
  TaggedRoute,
  LargestRoute,
  PastRoute,
  RightsRoute,
  SearchRoute,
  SettingsRoutes,
  SharedRoute,
  TransfersRoute,
  TrashRoute,
} from './lazy-pages.ts';
import { NotFound } from './lazy-not-found.ts';

export { prefetchPage } from './lazy-pages.ts';

interface OtherPagesProps {
  readonly session: SignedIn;
  readonly path: string;
  readonly onLeave: () => Promise<ApiError | undefined>;
  readonly onChange: () => Promise<void>;
}

/** Every page of a signed-in person but the list of a folder. */
export function OtherPages({ session, path, onLeave, onChange }: OtherPagesProps) {
  if (matchPage('/home', path) !== undefined) return <HomeRoute session={session} />;
  if (matchPage('/transfers', path) !== undefined) return <TransfersRoute session={session} />;
  const trash = matchPage('/trash/:space?', path);
  if (trash !== undefined) return <TrashRoute session={session} space={trash['space']} />;
  const activity = matchPage('/activity/:space?', path);
  if (activity !== undefined) return <ActivityRoute session={session} space={activity['space']} />;
  const shared = matchPage('/shared/:node?/:view?', path);
  if (shared !== undefined) {
    return <SharedRoute session={session} node={shared['node']} view={shared['view']} />;
  }
  const past = matchPage('/nodes/:node/past', path);
  if (past !== undefined) return <PastRoute session={session} node={past['node']} />;
  if (/^\/(nodes|see-as|webhooks)\//.test(path)) return <RightsRoute session={session} path={path} />;
  if (matchPage('/search', path) !== undefined) return <SearchRoute session={session} />;
  if (matchPage('/recent', path) !== undefined) return <MomentsRoute key="recent" list="recent" />;
  if (matchPage('/starred', path) !== undefined) return <MomentsRoute key="starred" list="starred" />;
  const tagged = matchPage('/tags/:tag', path);
  if (tagged?.['tag'] !== undefined) return <TaggedRoute key={tagged['tag']} tag={tagged['tag']} />;
  const largest = matchPage('/largest/:space', path);
  if (largest?.['space'] !== undefined) return <LargestRoute session={session} space={largest['space']} />;
  if (/^\/admin(\/|$)/.test(path)) {
    return <AdministrationRoutes session={session} path={path} onChange={onChange} />;
  }
  if (/^\/settings(\/|$)/.test(path)) {
    return <SettingsRoutes session={session} path={path} onLeave={onLeave} onChange={onChange} />;
  }
  return <NotFound />;
}
