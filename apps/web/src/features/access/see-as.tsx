import type { SpaceId } from '@coffer/contracts';
import { Eye } from 'lucide-react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { startViewing, type Viewed } from '../../api/sharing/viewings.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { useText } from './texts.ts';

interface SeeAsProps {
  readonly spaceId: SpaceId;
  readonly viewed: Viewed;
  /** Undefined for a guest. */
  readonly name?: string;
}

export function SeeAs({ spaceId, viewed, name }: SeeAsProps) {
  const text = useText();
  const words = useErrorTexts();
  const starting = useMutation(startViewing);
  const handleStart = async (): Promise<void> => {
    const { data } = await starting.run(spaceId, viewed);
    if (data !== undefined) navigate(`/see-as/${data.id}`);
  };
  return (
    <>
      <Button icon={Eye} isBusy={starting.isPending} onClick={() => void handleStart()}>
        {name === undefined ? text('access.seeAs.guest') : text('access.seeAs', { name })}
      </Button>
      <Refusal words={words.ofFailure(starting.failure)} />
    </>
  );
}
