import type { SpaceId } from '@coffer/contracts';
import type { RetentionSide } from '../../api/spaces/retention.ts';

export interface RetentionDialogProps {
  readonly spaceId: SpaceId;
  /** Undefined for the person's own files. */
  readonly name: string | undefined;
  readonly side: RetentionSide;
  readonly onClose: () => void;
}
