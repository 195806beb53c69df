import type { SettingsView } from '@coffer/contracts';
import { addLogo, changeSettings, type SettingsChange } from '../../api/administration/settings.ts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { applyBrand } from './apply-brand.ts';
import { type BrandKey, brandOf } from './draft.ts';
import { useText } from './texts.ts';

const MESSAGE = 'branding';

type Change = Partial<Record<BrandKey, string>>;

function fail(failure: { readonly cause: unknown }): void {
  showToast({ tone: 'danger', key: MESSAGE, text: errorTexts().ofFailure(failure) ?? '' });
}

/** Saves changes. The page shows them at once, with a message that can undo them. */
export function useSaving(view: SettingsView, onChanged: () => Promise<void>) {
  const text = useText();
  const cache = useQueryCache();
  const { run, isPending } = useMutation(changeSettings);
  const send = useMutation(sendLogos);
  const put = async (revision: number, change: SettingsChange): Promise<SettingsView | undefined> => {
    const { data, failure } = await run(cache, revision, change);
    if (failure !== undefined) fail(failure);
    if (data === undefined) return undefined;
    applyBrand(data.values);
    await onChanged();
    return data;
  };
  return {
    isPending: isPending || send.isPending,
    save: async (change: Change): Promise<boolean> => {
      const before = changeTo(brandOf(view.values), view);
      const drawn = await send.run(change);
      if (drawn.failure !== undefined) fail(drawn.failure);
      if (drawn.data === undefined) return false;
      const saved = await put(view.revision, changeTo(drawn.data, view));
      if (saved === undefined) return false;
      const undo = async (): Promise<void> => {
        const undone = await put(saved.revision, before);
        if (undone !== undefined) showToast({ key: MESSAGE, text: text('branding.undone') });
      };
      showToast({
        tone: 'success',
        key: MESSAGE,
        text: text('branding.saved'),
        action: { label: text('branding.undo'), onPress: () => void undo() },
      });
      return true;
    },
  };
}

/** Uploads chosen pictures, and replaces them by the ids of their logos. */
async function sendLogos(change: Change): Promise<Change> {
  const sent = { ...change };
  for (const key of ['brandLogo', 'brandLogoDark'] as const) {
    const [picture = ''] = (change[key] ?? '').split('#');
    if (picture.startsWith('data:')) sent[key] = (await addLogo(picture)).logo;
  }
  return sent;
}

/** Converts values to a change. Null resets a value to its default. */
function changeTo(values: Change, { defaults }: SettingsView): SettingsChange {
  const isOwn = (key: string, value: string): boolean =>
    Object.entries(defaults).some(([name, own]) => name === key && own === value);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, isOwn(key, value) ? null : value]),
  );
}
