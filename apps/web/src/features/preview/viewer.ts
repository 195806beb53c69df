import type { NodeView, OperationResponse } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import type { ComponentType, ReactNode } from 'react';
import type { FreshUrl } from './fetching/fresh-url.ts';

const EDITED_PICTURE_BYTES_MAX = 50 * MIB;

/** The members of a file that viewers use. Guests of public links get no others. */
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

/** The files around this one in the list. */
export interface Around {
  /** The file at a distance from this one. Undefined for folders and beyond the loaded items. */
  readonly at: (offset: number) => ViewedNode | undefined;
  readonly show: (node: ViewedNode) => void;
  /** Renders a thumbnail, or the icon of the file's kind. Decorative. */
  readonly renderPicture: (node: ViewedNode) => ReactNode;
}

export interface ViewerProps {
  readonly node: ViewedNode;
  /** The name of the file's kind. Not shown if undefined. */
  readonly kindName?: string;
  readonly around: Around;
  /** Opens the full-screen slideshow. `isPlaying` starts it at once. */
  readonly onPresent: (isPlaying: boolean) => void;
  /** The presigned URL of the file, requested when the file is opened. A new URL remounts the viewer. */
  readonly content: OperationResponse<'getContent'>;
  /** For bytes that are fetched later than at the opening. */
  readonly freshUrl: FreshUrl;
  /** Shown instead if the content cannot be read. */
  readonly failed: ReactNode;
  /** Undefined for guests who may only view the file. */
  readonly onDownload: (() => void) | undefined;
}

export type ShownFile = Pick<NodeView, 'name' | 'mediaType' | 'sizeBytes'>;

export interface Viewer {
  readonly kind: string;
  readonly shows: (file: ShownFile) => boolean;
  readonly maxBytes?: number;
  readonly View: ComponentType<ViewerProps>;
  /** Loads the viewer's code ahead of time, with what this file needs. */
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

/**
 * Whether the picture is small enough and of a type that browsers can encode. A file shared without its folder cannot
 * get a new version.
 */
export function isEditablePicture(node: ViewedNode): boolean {
  return node.parentId !== null && isEncodable(node) && (node.sizeBytes ?? 0) <= EDITED_PICTURE_BYTES_MAX;
}
