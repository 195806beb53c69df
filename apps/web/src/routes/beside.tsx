import { ToastRegion } from '../ui/toasts.tsx';
import { useText } from './texts.ts';
import { TransferCorner } from './transfer-corner.tsx';

/** What stands beside every page inside: messages, and what is on its way. */
export function Beside({ personId }: { readonly personId: string }) {
  const text = useText();
  return (
    <>
      <TransferCorner personId={personId} />
      <ToastRegion label={text('routes.messages')} closeLabel={text('routes.dismiss')} />
    </>
  );
}
