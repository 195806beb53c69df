import { useSyncExternalStore } from 'react';
import { getPreferences, onPreferencesChange, type Preferences } from '../preferences.ts';

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferencesChange, getPreferences);
}
