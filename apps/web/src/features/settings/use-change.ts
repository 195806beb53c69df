import type { SettingKey, Settings, SettingsView } from '@coffer/contracts';
import { changeSettings, type SettingsChange } from '../../api/administration/settings.ts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useRef } from 'react';
import { useText } from './texts.ts';

export interface SettingProps {
  readonly values: Settings;
  readonly defaults: Settings;
  /** Without the right. Not while saving: a disabled field would lose the focus. */
  readonly isDisabled: boolean;
  readonly isPending: boolean;
  /** `shown` is the new value as text. */
  readonly change: (key: SettingKey, change: SettingsChange, shown: string) => Promise<void>;
}

function fail(failure: { readonly cause: unknown }): void {
  showToast({ tone: 'danger', key: 'settings', text: errorTexts().ofFailure(failure) ?? '' });
}

/** Each change takes effect at once, and its toast offers undo. */
export function useChange(view: SettingsView): {
  readonly change: SettingProps['change'];
  readonly isPending: boolean;
} {
  const text = useText();
  const cache = useQueryCache();
  const { run, isPending } = useMutation(changeSettings);
  /** The revision after the last change, so that changes made while saving wait for it. */
  const saved = useRef<Promise<number>>(Promise.resolve(0));
  const runInTurn = async (change: SettingsChange): ReturnType<typeof run> => {
    const running = saved.current.then(
      async (revision) => await run(cache, Math.max(revision, view.revision), change),
    );
    saved.current = running.then(({ data }) => data?.revision ?? 0);
    return await running;
  };
  return {
    isPending,
    change: async (key, change, shown) => {
      const isChanged = view.changes.some((each) => each.key === key);
      const before: SettingsChange = { [key]: isChanged ? view.values[key] : null };
      const { data, failure } = await runInTurn(change);
      if (failure !== undefined) fail(failure);
      if (data === undefined) return;
      const undo = async (): Promise<void> => {
        const undone = await run(cache, data.revision, before);
        if (undone.failure === undefined) showToast({ key: 'settings', text: text('settings.undone') });
        else fail(undone.failure);
      };
      showToast({
        tone: 'success',
        key: 'settings',
        text: text('settings.changed', { setting: text(`settings.${key}`), value: shown }),
        action: { label: text('settings.undo'), onPress: () => void undo() },
      });
    },
  };
}
