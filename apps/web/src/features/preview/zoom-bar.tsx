import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import styles from './zoom-bar.module.css';
import { useText } from './texts.ts';
import { useViewerKeys } from './use-viewer-keys.ts';

export type ZoomStep = 'in' | 'out' | 'fit';

interface ZoomBarProps {
  /** Scale 1 fits the page. */
  readonly scale: number;
  readonly onZoom: (step: ZoomStep) => void;
  readonly children?: ReactNode;
  readonly end?: ReactNode;
}

const KEYS: Readonly<Record<string, ZoomStep>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit' };

export function ZoomBar({ scale, onZoom, children, end }: ZoomBarProps) {
  const text = useText();
  const { percent } = useFormats();
  useViewerKeys((event) => {
    const step = KEYS[event.key];
    // With a modifier, the key zooms in the browser.
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onZoom(step);
  });
  return (
    <div className={styles['zoomBar']}>
      {children}
      <IconButton icon={ZoomOut} label={text('preview.zoomOut')} onClick={() => onZoom('out')} />
      <output className={styles['percent']}>{text('preview.zoom', { percent: percent(scale) })}</output>
      <IconButton icon={ZoomIn} label={text('preview.zoomIn')} onClick={() => onZoom('in')} />
      <IconButton icon={Maximize} label={text('preview.zoomReset')} onClick={() => onZoom('fit')} />
      {end}
    </div>
  );
}
