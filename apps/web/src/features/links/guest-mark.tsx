import type { GuestNode } from '@coffer/contracts';
import { Archive, AudioLines, File, FileText, Folder, Image, Play } from 'lucide-react';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import styles from './guest-items.module.css';

const BY_TYPE: readonly (readonly [RegExp, string, IconShape])[] = [
  [/^image\//, 'image', Image],
  [/^video\//, 'video', Play],
  [/^audio\//, 'audio', AudioLines],
  [/^application\/pdf$/, 'pdf', FileText],
  [/zip|compressed|x-tar|gzip|x-7z|x-rar/, 'archive', Archive],
  [/^text\/|document|json|xml/, 'text', FileText],
];

export type MarkedFile = Pick<GuestNode, 'kind' | 'mediaType'>;

interface GuestMarkProps {
  readonly node: MarkedFile;
  readonly size?: 20 | 48;
}

/** Decorative icon of the file's kind. Coarser than the icons of the files page, whose code is not loaded here. */
export function GuestMark({ node, size = 20 }: GuestMarkProps) {
  const type = node.mediaType ?? '';
  const [, kind, shape] =
    node.kind === 'folder'
      ? (['', 'folder', Folder] as const)
      : (BY_TYPE.find(([pattern]) => pattern.test(type)) ?? (['', 'other', File] as const));
  return (
    <span className={styles['mark']} data-kind={kind}>
      <Icon of={shape} size={size} />
    </span>
  );
}
