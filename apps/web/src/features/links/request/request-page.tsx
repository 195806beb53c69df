import type { GuestRequest, HandIn } from '@coffer/contracts';
import { useState } from 'react';
import { guestLinkQuery } from '../../../api/links/guest-link.ts';
import { invalidate } from '../../../api/calls/query-cache.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { focusHeadingIfLost } from '../../../ui/page/focus-heading.ts';
import { GuestFrame } from '../guest-frame.tsx';
import { Asking } from './asking.tsx';
import { Choosing } from './choosing.tsx';
import type { GuestSending, GuestTransfers, OwnHandIn } from './guest-transfers.ts';
import styles from './request.module.css';
import { forgetHandIn, storedHandIn } from './stored-hand-in.ts';
import { useText } from './texts.ts';
import { useSendingReport } from './use-sending-report.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const loadSteps = () => import('./steps.ts');
const Receipt = lazy(async () => ({ default: (await loadSteps()).Receipt }));
const Returning = lazy(async () => ({ default: (await loadSteps()).Returning }));
const Sending = lazy(async () => ({ default: (await loadSteps()).Sending }));

interface RequestPageProps {
  readonly token: string;
  readonly request: GuestRequest;
  readonly loadTransfers: () => Promise<GuestTransfers>;
  readonly onSending: (isSending: boolean) => void;
}

type Stage =
  | { readonly at: 'choosing' }
  | { readonly at: 'returning'; readonly handIn: OwnHandIn; readonly isFailed: boolean }
  | {
      readonly at: 'sending';
      readonly handIn: OwnHandIn;
      readonly sending: GuestSending;
      /** The hand-in as an earlier page left it. Undefined if this page began it. */
      readonly earlier: HandIn | undefined;
    }
  | { readonly at: 'done'; readonly receipt: HandIn };

/** The page of a file request for guests: choose files, hand them in, see the receipt. A reloaded page resumes. */
export function RequestPage({ token, request, loadTransfers, onSending }: RequestPageProps) {
  const text = useText();
  const cache = useQueryCache();
  const [stage, setStage] = useState<Stage>(() => {
    const handIn = storedHandIn(token);
    return handIn === undefined ? { at: 'choosing' } : { at: 'returning', handIn, isFailed: false };
  });
  useSendingReport(stage.at === 'sending' || stage.at === 'done', onSending);
  const startAgain = (): void => {
    forgetHandIn(token);
    setStage({ at: 'choosing' });
    focusHeadingIfLost();
    // The remaining allowance has changed.
    void invalidate(cache, guestLinkQuery(token).queryKey);
  };
  if (stage.at === 'done') {
    return (
      <GuestFrame isWide>
        <Suspense fallback={<Spinner size="large" label={text('request.returning')} />}>
          <Receipt receipt={stage.receipt} onMore={startAgain} />
        </Suspense>
      </GuestFrame>
    );
  }
  return (
    <GuestFrame isWide>
      <div className={styles['request']}>
        <Asking request={request} />
        <div className={styles['panel']}>
          {stage.at === 'choosing' && (
            <Choosing
              token={token}
              request={request}
              loadTransfers={loadTransfers}
              onBegun={(handIn, sending) => setStage({ at: 'sending', handIn, sending, earlier: undefined })}
            />
          )}
          <Suspense fallback={<Spinner size="large" label={text('request.returning')} />}>
            {stage.at === 'returning' && (
              <Returning
                {...stage}
                loadTransfers={loadTransfers}
                onFailed={(isFailed) => setStage({ ...stage, isFailed })}
                onUnknown={startAgain}
                onReceipt={(receipt) => setStage({ at: 'done', receipt })}
                onOpen={(sending, earlier) =>
                  setStage({ at: 'sending', handIn: stage.handIn, sending, earlier })
                }
              />
            )}
            {stage.at === 'sending' && (
              <Sending
                {...stage}
                sharedBy={request.sharedBy}
                onFinished={(receipt) => setStage({ at: 'done', receipt })}
                onNothing={startAgain}
                onReleased={() => setStage({ at: 'returning', handIn: stage.handIn, isFailed: false })}
              />
            )}
          </Suspense>
        </div>
      </div>
    </GuestFrame>
  );
}
