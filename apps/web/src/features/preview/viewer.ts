import type { NodeView, OperationResponse } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import type { ComponentType, ReactNode } from 'react';

const PICTURE_EDITED_BYTES_MAX = 50 * MIB;

/** The files of the list. */
export interface Around {
  /** By its distance to this file. Undefined for folders and beyond what is loaded. */
  readonly at: (offset: number) => NodeView | undefined;
  readonly show: (node: NodeView) => void;
  /** Decorative: a thumbnail, or the mark of its kind. */
  readonly renderPicture: (node: NodeView) => ReactNode;
}

export interface ViewerProps {
  readonly node: NodeView;
  readonly around: Around;
  /** Shows the pictures one after another on the whole screen. */
  readonly onPresent: (isPlaying: boolean) => void;
  /** The URL is renewed while the file is shown; a new one remounts the viewer. */
  readonly content: OperationResponse<'getContent'>;
  /** Shown instead when the content can't be read. */
  readonly failed: ReactNode;
  readonly onDownload: () => void;
}

export type ShownFile = Pick<NodeView, 'name' | 'mediaType' | 'sizeBytes'>;

export interface Viewer {
  readonly kind: string;
  readonly shows: (file: ShownFile) => boolean;
  readonly maxBytes?: number;
  readonly View: ComponentType<ViewerProps>;
}

export function byType(...types: readonly string[]): Viewer['shows'] {
  return ({ mediaType }) => types.includes(mediaType ?? '');
}

export const isPicture = byType(
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'image/bmp',
);

const isDrawn = byType('image/jpeg', 'image/png', 'image/webp');

/** Kinds that browsers write too. What was shared without its folder has no place for a version. */
export function isEditablePicture(node: NodeView): boolean {
  return node.parentId !== null && isDrawn(node) && (node.sizeBytes ?? 0) <= PICTURE_EDITED_BYTES_MAX;
}
