import type { HandIn } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { fetchHandIn } from '../../../api/links/hand-in.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import type { GuestSending, GuestTransfers, OwnHandIn } from './guest-transfers.ts';
import styles from './request.module.css';
import { useText } from './texts.ts';

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
export function Returning(props: ReturningProps) {
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
