import { matchPage } from '@coffer/contracts';
import type { ApiError } from '../../api/calls/error.ts';
import type { SignedIn } from '../../api/session/session.ts';
import { lazy } from '../../ui/loading/lazy.tsx';
import { NotFound } from '../loading/lazy-not-found.ts';
import { Redirect } from '../redirect.tsx';

const ProfileRoute = lazy(async () => ({ default: (await import('./profile.tsx')).ProfileRoute }));
const SecurityRoute = lazy(async () => ({ default: (await import('./security.tsx')).SecurityRoute }));
const DevicesRoute = lazy(async () => ({ default: (await import('./devices.tsx')).DevicesRoute }));
const TokensRoute = lazy(async () => ({ default: (await import('./tokens.tsx')).TokensRoute }));
const NotificationsRoute = lazy(async () => ({
  default: (await import('./notifications.tsx')).NotificationsRoute,
}));
const AppearanceRoute = lazy(async () => ({ default: (await import('./appearance.tsx')).AppearanceRoute }));

interface SettingsRoutesProps {
  readonly session: SignedIn;
  readonly path: string;
  readonly onLeave: () => Promise<ApiError | undefined>;
  readonly onChange: () => Promise<void>;
}

export function SettingsRoutes({ session, path, onLeave, onChange }: SettingsRoutesProps) {
  if (matchPage('/settings', path) !== undefined) return <Redirect to="/settings/profile" />;
  if (matchPage('/settings/profile', path) !== undefined) {
    return <ProfileRoute session={session} onLeave={onLeave} onChange={onChange} />;
  }
  if (matchPage('/settings/security', path) !== undefined) {
    return <SecurityRoute session={session} onChange={onChange} />;
  }
  if (matchPage('/settings/sessions', path) !== undefined) return <DevicesRoute session={session} />;
  if (matchPage('/settings/tokens', path) !== undefined) {
    return <TokensRoute session={session} onChange={onChange} />;
  }
  if (matchPage('/settings/notifications', path) !== undefined) return <NotificationsRoute />;
  if (matchPage('/settings/appearance', path) !== undefined) return <AppearanceRoute />;
  return <NotFound />;
}
