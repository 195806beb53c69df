import { ToastRegion } from '../ui/toasts.tsx';
import { DamageWatch, type DamageWatchProps } from './damage-watch.tsx';
import { useText } from './texts.ts';
import { TransferCorner } from './transfer-corner.tsx';

/** What stands beside every page inside: messages, what is on its way, and what is damaged. */
export function Beside(props: DamageWatchProps) {
  const text = useText();
  return (
    <>
      <TransferCorner personId={props.personId} />
      <DamageWatch {...props} />
      <ToastRegion label={text('routes.messages')} closeLabel={text('routes.dismiss')} />
    </>
  );
}
