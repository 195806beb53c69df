import type { NodeView, OperationResponse } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import type { ComponentType, ReactNode } from 'react';

const EDITED_PICTURE_BYTES_MAX = 50 * MIB;

/** What viewers know about a file. Guests of public links know no more. */
export type ViewedNode = Pick<
  NodeView,
  | 'id'
  | 'isDamaged'
  | 'kind'
  | 'mediaType'
  | 'modifiedAt'
  | 'name'
  | 'parentId'
  | 'picture'
  | 'sizeBytes'
  | 'versionId'
>;

/** The files of the list. */
export interface Around {
  /** By distance from this file. Undefined for folders and beyond the loaded items. */
  readonly at: (offset: number) => ViewedNode | undefined;
  readonly show: (node: ViewedNode) => void;
  /** Decorative: a thumbnail, or the icon of its kind. */
  readonly renderPicture: (node: ViewedNode) => ReactNode;
}

export interface ViewerProps {
  readonly node: ViewedNode;
  /** The name of the file's kind. Undefined: not shown. */
  readonly kindName?: string;
  readonly around: Around;
  /** Starts the full-screen slideshow. */
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
  /** Fetches it ahead, with what this file needs. */
  readonly load: (file?: ShownFile) => Promise<unknown>;
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

const isEncodable = byType('image/jpeg', 'image/png', 'image/webp');

/** Kinds that browsers can encode. A file shared without its folder cannot get a new version. */
export function isEditablePicture(node: ViewedNode): boolean {
  return node.parentId !== null && isEncodable(node) && (node.sizeBytes ?? 0) <= EDITED_PICTURE_BYTES_MAX;
}
