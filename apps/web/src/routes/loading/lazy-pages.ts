import { lazy } from '../../ui/loading/lazy.tsx';

export const loadPage = {
  home: () => import('../home.tsx'),
  rights: () => import('../rights.tsx'),
  past: () => import('../past.tsx'),
  activity: () => import('../activity.tsx'),
  trash: () => import('../trash.tsx'),
  search: () => import('../search/search.tsx'),
  shared: () => import('../shared/shared.tsx'),
  moments: () => import('../search/moments.tsx'),
  tagged: () => import('../search/tagged.tsx'),
  profile: () => import('../settings/profile.tsx'),
  security: () => import('../settings/security.tsx'),
  devices: () => import('../settings/devices.tsx'),
  tokens: () => import('../settings/tokens.tsx'),
  overview: () => import('../administration/overview.tsx'),
  people: () => import('../administration/people.tsx'),
  groups: () => import('../administration/groups.tsx'),
  adminSpaces: () => import('../administration/spaces.tsx'),
  adminLinks: () => import('../administration/links.tsx'),
  audit: () => import('../administration/audit.tsx'),
  storage: () => import('../administration/storage.tsx'),
  notifications: () => import('../settings/notifications.tsx'),
  administration: () => import('../administration/settings.tsx'),
  appearance: () => import('../settings/appearance.tsx'),
};

export const HomeRoute = lazy(async () => ({ default: (await loadPage.home()).HomeRoute }));
export const RightsRoute = lazy(async () => ({ default: (await loadPage.rights()).RightsRoute }));
export const PastRoute = lazy(async () => ({ default: (await loadPage.past()).PastRoute }));
export const ActivityRoute = lazy(async () => ({ default: (await loadPage.activity()).ActivityRoute }));
export const TrashRoute = lazy(async () => ({ default: (await loadPage.trash()).TrashRoute }));
export const SearchRoute = lazy(async () => ({ default: (await loadPage.search()).SearchRoute }));
export const MomentsRoute = lazy(async () => ({ default: (await loadPage.moments()).MomentsRoute }));
export const TaggedRoute = lazy(async () => ({ default: (await loadPage.tagged()).TaggedRoute }));
export const SharedRoute = lazy(async () => ({ default: (await loadPage.shared()).SharedRoute }));
export const ProfileRoute = lazy(async () => ({ default: (await loadPage.profile()).ProfileRoute }));
export const SecurityRoute = lazy(async () => ({ default: (await loadPage.security()).SecurityRoute }));
export const DevicesRoute = lazy(async () => ({ default: (await loadPage.devices()).DevicesRoute }));
export const TokensRoute = lazy(async () => ({ default: (await loadPage.tokens()).TokensRoute }));
export const OverviewRoute = lazy(async () => ({ default: (await loadPage.overview()).OverviewRoute }));
export const PeopleRoute = lazy(async () => ({ default: (await loadPage.people()).PeopleRoute }));
export const GroupsRoute = lazy(async () => ({ default: (await loadPage.groups()).GroupsRoute }));
export const AdminSpacesRoute = lazy(async () => ({
  default: (await loadPage.adminSpaces()).AdminSpacesRoute,
}));
export const AdminLinksRoute = lazy(async () => ({ default: (await loadPage.adminLinks()).AdminLinksRoute }));
export const AuditRoute = lazy(async () => ({ default: (await loadPage.audit()).AuditRoute }));
export const StorageRoute = lazy(async () => ({ default: (await loadPage.storage()).StorageRoute }));
export const NotificationsRoute = lazy(async () => ({
  default: (await loadPage.notifications()).NotificationsRoute,
}));
export const AdminSettingsRoute = lazy(async () => ({
  default: (await loadPage.administration()).AdminSettingsRoute,
}));
export const AppearanceRoute = lazy(async () => ({ default: (await loadPage.appearance()).AppearanceRoute }));
