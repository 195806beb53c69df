import { AskingPlace } from './asking-place.tsx';
import { DamageWatch, type DamageWatchProps } from './damage-watch.tsx';
import { LiveChanges, type LiveChangesProps } from './live/live-changes.tsx';
import { useMissingCode } from './status/missing-code.tsx';
import { QuestionPlace } from './question-place.tsx';
import { TransferCorner } from './transfer/transfer-corner.tsx';

export function AppOverlays(props: DamageWatchProps & LiveChangesProps) {
  useMissingCode();
  return (
    <>
      <TransferCorner personId={props.personId} spaceId={props.space.id} />
      <AskingPlace />
      <QuestionPlace />
      <DamageWatch {...props} />
      <LiveChanges {...props} />
    </>
  );
}
