import type { NodeView, OperationResponse } from '@coffer/contracts';
import type { ComponentType, ReactNode } from 'react';

export interface ViewerProps {
  readonly node: NodeView;
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
