import type { GuestRequest, HandIn } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { apiErrorOf } from '../../../api/error.ts';
import { fetchHandIn } from '../../../api/links/hand-in.ts';
import { guestLinkQuery } from '../../../api/links/guest-link.ts';
import { invalidate } from '../../../api/query-cache.ts';
import { useQueryCache } from '../../../api/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { GuestFrame } from '../guest-frame.tsx';
import { Asking } from './asking.tsx';
import { Choosing } from './choosing.tsx';
import type { GuestSending, GuestTransfers, OwnHandIn } from './guest-transfers.ts';
import { Receipt } from './receipt.tsx';
import styles from './request.module.css';
import { Sending } from './sending.tsx';
import { forgetHandIn, storedHandIn } from './stored-hand-in.ts';
import { useText } from './texts.ts';

interface RequestPageProps {
  readonly token: string;
  readonly request: GuestRequest;
  readonly loadTransfers: () => Promise<GuestTransfers>;
}

type Stage =
  | { readonly at: 'choosing' }
  | { readonly at: 'returning'; readonly handIn: OwnHandIn; readonly isFailed: boolean }
  | {
      readonly at: 'sending';
      readonly handIn: OwnHandIn;
      readonly sending: GuestSending;
      /** Of a page before this one. */
      readonly earlier: HandIn | undefined;
    }
  | { readonly at: 'done'; readonly receipt: HandIn };

/** A file request, for guests: choose, hand in, receipt. A reloaded page goes on where it was. */
export function RequestPage({ token, request, loadTransfers }: RequestPageProps) {
  const cache = useQueryCache();
  const [stage, setStage] = useState<Stage>(() => {
    const handIn = storedHandIn(token);
    return handIn === undefined ? { at: 'choosing' } : { at: 'returning', handIn, isFailed: false };
  });
  const startAgain = (): void => {
    forgetHandIn(token);
    setStage({ at: 'choosing' });
    // How much is left has changed.
    void invalidate(cache, guestLinkQuery(token).queryKey);
  };
  if (stage.at === 'done') {
    return (
      <GuestFrame isWide>
        <Receipt receipt={stage.receipt} onMore={startAgain} />
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
            />
          )}
        </div>
      </div>
    </GuestFrame>
  );
}

interface ReturningProps {
  readonly handIn: OwnHandIn;
  readonly isFailed: boolean;
  readonly loadTransfers: () => Promise<GuestTransfers>;
  readonly onFailed: (isFailed: boolean) => void;
  readonly onUnknown: () => void;
  readonly onReceipt: (receipt: HandIn) => void;
  readonly onOpen: (sending: GuestSending, earlier: HandIn) => void;
}

/** Finds out how far the hand-in of an earlier page has come. */
function Returning(props: ReturningProps) {
  const { handIn, isFailed, loadTransfers, onFailed, onUnknown, onReceipt, onOpen } = props;
  const text = useText();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const found = await fetchHandIn(handIn);
      if (isOver) return;
      if (found.finishedAt !== null) {
        onReceipt(found);
        return;
      }
      const sending = await (await loadTransfers()).open(handIn);
      await sending.engine.restore();
      if (!isOver) onOpen(sending, found);
    };
    look().catch((cause: unknown) => {
      if (isOver) return;
      if (apiErrorOf(cause).code === 'hand_in_not_found') onUnknown();
      else onFailed(true);
    });
    return () => {
      isOver = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each try
  }, [tries]);
  return isFailed ? (
    <div className={styles['centered']}>
      <p>{text('request.returning.failed')}</p>
      <Button
        onClick={() => {
          onFailed(false);
          setTries(tries + 1);
        }}
      >
        {text('request.retry')}
      </Button>
    </div>
  ) : (
    <div className={styles['centered']}>
      <Spinner size="large" label={text('request.returning')} />
    </div>
  );
}
