import { isAtLeast, type Space } from '@coffer/contracts';
import { Info, Settings, Users } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const loadDialogs = () => import('./dialogs/index.ts');
const MembersDialog = lazy(async () => ({ default: (await loadDialogs()).MembersDialog }));
const SettingsDialog = lazy(async () => ({ default: (await loadDialogs()).SettingsDialog }));

interface SpaceToolsProps {
  readonly space: Space;
  readonly personId: string;
  /** Called after the person left or archived the space. */
  readonly onGone: () => void;
  readonly onRestored: (space: Space) => void;
  readonly onExport: () => void;
  readonly onRetention: () => void;
}

/** The tools next to the heading of a team space. */
export function SpaceTools(props: SpaceToolsProps) {
  const { space, personId } = props;
  const text = useText();
  const [open, setOpen] = useState<'members' | 'settings'>();
  const mayManage = isAtLeast(space.role, 'manager');
  const shared = { ...props, personId, onClose: () => setOpen(undefined) };
  return (
    <>
      <IconButton icon={Users} label={text('spaces.members')} onClick={() => setOpen('members')} />
      <IconButton
        icon={mayManage ? Settings : Info}
        label={text(mayManage ? 'spaces.settings' : 'spaces.details')}
        onClick={() => setOpen('settings')}
      />
      <Suspense fallback={null}>
        {open === 'members' && <MembersDialog {...shared} />}
        {open === 'settings' && <SettingsDialog {...shared} />}
      </Suspense>
    </>
  );
}
