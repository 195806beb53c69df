import { isSpaceId, type SpaceId } from '@coffer/contracts';
import { rightsOf } from '../../../api/spaces/space-rights.ts';
import { spacesQuery } from '../../../api/spaces.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { useFormats } from '../../../lib/language/format.ts';
import type { TransferFailure } from '../model/machine.ts';
import { isLargerThanSpace } from '../model/larger-than-space.ts';
import { useText } from '../texts.ts';

interface NoRoomProps {
  readonly failure: TransferFailure;
}

/** Explains how to free space, which depends on the person's role in the full space. */
export function NoRoom({ failure }: NoRoomProps) {
  const text = useText();
  const { size } = useFormats();
  const { quota } = failure.facts ?? {};
  const { mayPurge } = useFullSpace(failure);
  if (isLargerThanSpace(failure)) {
    return text('transfer.error.quota_exceeded.larger', { quota: size(Number(quota)) });
  }
  return text(mayPurge ? 'transfer.error.quota_exceeded' : 'transfer.error.quota_exceeded.ask');
}

export function OpenTrash({ failure }: NoRoomProps) {
  const text = useText();
  const { spaceId, mayPurge } = useFullSpace(failure);
  if (!mayPurge || isLargerThanSpace(failure)) return null;
  return (
    <ButtonLink href={spaceId === undefined ? '/trash' : `/trash/${spaceId}`} tone="quiet">
      {text('transfer.openTrash')}
    </ButtonLink>
  );
}

function useFullSpace({ facts }: TransferFailure): {
  readonly spaceId: SpaceId | undefined;
  readonly mayPurge: boolean;
} {
  const { data } = useQuery(spacesQuery());
  const id = facts?.['space_id'];
  const spaceId = typeof id === 'string' && isSpaceId(id) ? id : undefined;
  if (data === undefined || spaceId === undefined) return { spaceId, mayPurge: true };
  const space = data.items.find((each) => each.id === spaceId);
  return { spaceId, mayPurge: space?.isOnHold === false && rightsOf(space.role).mayPurge };
}
