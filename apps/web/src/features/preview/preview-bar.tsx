import { type ChevronLeft, Download, Ellipsis, Info, Pencil, SquarePen, Trash2, Users } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { keyOf } from '../../lib/keys/key-of.ts';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import styles from './preview.module.css';
import type { PreviewTools } from './preview-tools.ts';
import { useText } from './texts.ts';
import { useViewerKeys } from './use-viewer-keys.ts';

export interface PreviewActions {
  readonly edit: (() => void) | undefined;
  readonly rename: () => void;
  readonly details: () => void;
  readonly download: () => void;
  readonly trash: () => void;
  readonly share: () => void;
}

/** The buttons of the bar. A phone shows only some of them; the others are in the menu. */
export function Actions({
  actions,
  hasDetails,
  children,
}: {
  readonly actions: PreviewActions;
  readonly hasDetails: boolean;
  readonly children: ReactNode;
}) {
  const text = useText();
  const { mayChange, mayShare } = useSpaceRights();
  return (
    <>
      <EditButton onEdit={actions.edit} />
      {mayShare && (
        <span className={styles['wideOnly']}>
          <Button icon={Users} onClick={actions.share}>
            {text('preview.share')}
          </Button>
        </span>
      )}
      {mayChange && (
        <span className={styles['wideOnly']}>
          <IconButton icon={Pencil} label={text('preview.rename')} onClick={actions.rename} />
          <IconButton icon={Trash2} label={text('preview.trash')} onClick={actions.trash} />
        </span>
      )}
      <IconButton
        icon={Info}
        label={text('preview.details')}
        aria-expanded={hasDetails}
        onClick={actions.details}
      />
      {children}
      <DownloadButton onDownload={actions.download} />
    </>
  );
}

/** Renders nothing if the file cannot be edited here. */
export function EditButton({ onEdit }: { readonly onEdit: (() => void) | undefined }) {
  const text = useText();
  if (onEdit === undefined) return null;
  return (
    <>
      <span className={styles['narrowOnly']}>
        <IconButton icon={SquarePen} label={text('preview.edit')} onClick={onEdit} />
      </span>
      <span className={styles['wideOnly']}>
        <Button icon={SquarePen} onClick={onEdit}>
          {text('preview.edit')}
        </Button>
      </span>
    </>
  );
}

/** Renders nothing for guests who may only view the file. */
export function DownloadButton({ onDownload }: { readonly onDownload: (() => void) | undefined }) {
  const text = useText();
  if (onDownload === undefined) return null;
  return (
    <>
      <span className={styles['narrowOnly']}>
        <IconButton icon={Download} label={text('preview.download')} onClick={onDownload} />
      </span>
      <span className={styles['wideOnly']}>
        <Button icon={Download} onClick={onDownload}>
          {text('preview.download')}
        </Button>
      </span>
    </>
  );
}

interface MoreActionsProps {
  readonly render: PreviewTools['renderMenu'];
  readonly onAction: (id: string) => void;
}

/** How long to wait at most for the focus to return to the button. */
const FOCUS_BACK_MS = 300;

export function MoreActions({ render, onAction }: MoreActionsProps) {
  const text = useText();
  const [anchor, setAnchor] = useState<HTMLButtonElement>();
  const [chosen, setChosen] = useState<string>();
  const act = (): void => {
    if (chosen === undefined) return;
    setChosen(undefined);
    onAction(chosen);
  };
  const actLate = useEffectEvent(act);
  useEffect(() => {
    if (chosen === undefined) return;
    const timer = setTimeout(() => actLate(), FOCUS_BACK_MS);
    return () => clearTimeout(timer);
  }, [chosen]);
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label={text('preview.more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        onFocus={act}
      />
      {anchor !== undefined &&
        render({
          anchor: { element: anchor },
          // Waits until the menu has closed. A name field opened earlier would lose the focus to it and close.
          onAction: setChosen,
          onClose: () => setAnchor(undefined),
        })}
    </>
  );
}

interface Keys {
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onEdit?: (() => void) | undefined;
  readonly onDownload?: (() => void) | undefined;
  readonly onDetails?: () => void;
  readonly onRename?: (() => void) | undefined;
  readonly onTrash?: (() => void) | undefined;
}

/** Ignores keys in media players and text fields, which handle their own. */
export function useKeys(keys: Keys): void {
  const { onPrevious, onNext, onEdit, onDownload, onDetails, onRename, onTrash } = keys;
  useViewerKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || hasOwnKeys(event.target)) return;
    const [next, previous] = isRightToLeft() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const key = keyOf(event);
    if (key === next) onNext?.();
    if (key === previous) onPrevious?.();
    if (key === 'e' && onEdit !== undefined) {
      // Keeps the letter from being typed into the editor.
      event.preventDefault();
      onEdit();
    }
    if (key === 'd') onDownload?.();
    if (key === 'i') onDetails?.();
    if (key === 'F2') onRename?.();
    if (key === 'Delete') onTrash?.();
  });
}

function hasOwnKeys(target: EventTarget | null): boolean {
  if (target instanceof HTMLMediaElement) return true;
  return target instanceof Element && target.closest('[data-own-keys]') !== null;
}

interface StepProps {
  readonly icon: typeof ChevronLeft;
  readonly label: string;
  readonly side: 'start' | 'end';
  readonly onPress: (() => void) | undefined;
}

export function Step({ onPress, ...step }: StepProps) {
  return onPress === undefined ? null : <StepButton {...step} onPress={onPress} />;
}

function StepButton({ icon, label, side, onPress }: StepProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    // At the last file the button goes, and would take the focus with it.
    return () => {
      if (element?.contains(document.activeElement) === true)
        document.getElementById('preview-title')?.focus();
    };
  }, []);
  return (
    <div ref={place} className={styles[side]}>
      <IconButton icon={icon} label={label} isMirrored onClick={onPress} />
    </div>
  );
}

function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl';
}
