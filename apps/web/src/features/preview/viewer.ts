import type { NodeView, OperationResponse } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import type { ComponentType, ReactNode } from 'react';

const PICTURE_EDITED_BYTES_MAX = 50 * MIB;

/** All that viewers know of a file. Guests of public links know no more. */
export type ViewedNode = Pick<
  NodeView,
  'id' | 'isDamaged' | 'kind' | 'mediaType' | 'modifiedAt' | 'name' | 'parentId' | 'sizeBytes' | 'versionId'
>;

/** The files of the list. */
export interface Around {
  /** By its distance to this file. Undefined for folders and beyond the loaded items. */
  readonly at: (offset: number) => ViewedNode | undefined;
  readonly show: (node: ViewedNode) => void;
  /** Decorative: a thumbnail, or the mark of its kind. */
  readonly renderPicture: (node: ViewedNode) => ReactNode;
}

export interface ViewerProps {
  readonly node: ViewedNode;
  /** The name of the file's kind. Undefined: not shown. */
  readonly kindName?: string;
  readonly around: Around;
  /** Shows the pictures one after another on the whole screen. */
  readonly onPresent: (isPlaying: boolean) => void;
  /** The URL is renewed while the file is shown; a new one remounts the viewer. */
  readonly content: OperationResponse<'getContent'>;
  /** Shown instead when the content can't be read. */
  readonly failed: ReactNode;
  /** Undefined if guests may only view. */
  readonly onDownload: (() => void) | undefined;
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
  'image/x-icon',
  'image/vnd.microsoft.icon',
);

const isDrawn = byType('image/jpeg', 'image/png', 'image/webp');

/** Kinds that browsers can write. A file shared without its folder cannot get a version. */
export function isEditablePicture(node: ViewedNode): boolean {
  return node.parentId !== null && isDrawn(node) && (node.sizeBytes ?? 0) <= PICTURE_EDITED_BYTES_MAX;
}
